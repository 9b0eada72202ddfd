import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Approval } from './approval.ts'
import type { SignRequest, Spend } from './request.ts'
import type { Outcome, Signer } from './signer.ts'
import {
  bitcoinApproval,
  bitcoinSpend,
  coinApproval,
  evmSpend,
  freshSigner,
  inputOf,
  nowMs,
  payoutNo,
  requestFor,
  signerIn,
  tokenApproval,
} from './testing/requests.ts'

const bitcoinRequest = requestFor(bitcoinApproval, bitcoinSpend)
const tokenRequest = requestFor(tokenApproval, evmSpend)
const dear = { kind: 'dynamic', max: 40_000_000_000n, priority: 2_000_000_000n } as const

function bytesOf(outcome: Outcome): string {
  assert.ok('signed' in outcome, 'refused' in outcome ? outcome.refused : '')
  return outcome.signed.raw
}

async function refusedAs(signer: Signer, request: SignRequest, code: string, why = code) {
  const outcome = await signer.sign(request)
  assert.equal('refused' in outcome ? outcome.refused : 'signed', code, why)
}

test('FLT-31 ATT-97: the same request gives the same bytes, at once, later, and after a restart', async (t) => {
  const { signer, folder, close } = await freshSigner(t)
  for (const request of [bitcoinRequest, tokenRequest]) {
    const named = {
      ...request.approval,
      id: `again-${request.approval.chain}`,
      hold: request.approval.chain,
    }
    const again = requestFor(named, request.spend)
    const first = bytesOf(await signer.sign(again))
    assert.equal(bytesOf(await signer.sign(again)), first)
    assert.equal(signer.signedUnder(named.id).length, 1)
  }
  const before = signer.signedUnder('again-bitcoin')
  await close()
  let laterMs = nowMs
  const reopened = await signerIn(folder, { nowMs: () => laterMs })
  assert.deepEqual(reopened.signer.signedUnder('again-bitcoin'), before)
  const named = { ...bitcoinApproval, id: 'again-bitcoin', hold: 'bitcoin' }
  // A signed transaction is returned again, however old its approval is.
  laterMs += 30 * 24 * 3_600_000
  const outcome = await reopened.signer.sign(requestFor(named, bitcoinSpend))
  assert.ok('signed' in outcome && outcome.isRepeat)
  assert.equal(outcome.signed.raw, before[0]?.raw)
  await reopened.close()
})

test('ATT-97: an approval with any changed field is not signed', async (t) => {
  const { signer } = await freshSigner(t)
  const changes: { readonly [name in keyof Approval]: Approval[name] } = {
    kind: 'sweep',
    id: 'withdrawal-2',
    chain: 'evm:56',
    currency: 'ETH',
    contract: null,
    destination: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    amount: 250_000_001n,
    feeMax: 10n ** 17n,
    hold: 'hold-2',
    approvedBy: 'another',
    approvedAtMs: nowMs,
    notAfterMs: nowMs + 7_200_000,
  }
  for (const [field, value] of Object.entries(changes)) {
    const approval = { ...tokenApproval, [field]: value }
    await refusedAs(signer, { ...tokenRequest, approval }, 'approval.forged', field)
  }
  await refusedAs(signer, { ...tokenRequest, mac: '0'.repeat(64) }, 'approval.forged')
  assert.equal((await signer.status()).refusals.get('approval.forged'), 13)
  assert.deepEqual(signer.signedUnder(tokenApproval.id), [])
  bytesOf(await signer.sign(tokenRequest))
})

test('ATT-97: under one id no other payment, inputs or nonce are signed', async (t) => {
  const { signer } = await freshSigner(t)
  bytesOf(await signer.sign(bitcoinRequest))
  const others: readonly [string, Partial<Approval>, Partial<typeof bitcoinSpend>][] = [
    ['approval.changed', { amount: 20_000_001n }, {}],
    ['approval.changed', { destination: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn' }, {}],
    ['approval.changed', { hold: 'hold-2' }, {}],
    ['inputs.changed', {}, { inputs: [inputOf(2, 50_000_000n)] }],
    ['inputs.changed', {}, { inputs: [inputOf(1, 50_000_000n), inputOf(2, 10_000n)] }],
    ['inputs.changed', {}, { inputs: [inputOf(1, 50_000_500n)] }],
    ['fee.not_higher', {}, { change: { key: { branch: 1, index: 2 }, amount: 29_999_000n } }],
    ['fee.not_higher', {}, { change: { key: { branch: 1, index: 1 }, amount: 29_999_500n } }],
  ]
  for (const [code, approval, spend] of others) {
    const request = requestFor({ ...bitcoinApproval, ...approval }, { ...bitcoinSpend, ...spend })
    await refusedAs(signer, request, code, JSON.stringify(Object.keys({ ...approval, ...spend })))
  }
  const evm = { ...tokenApproval, id: 'evm', hold: 'evm' }
  bytesOf(await signer.sign(requestFor(evm, evmSpend)))
  await refusedAs(signer, requestFor(evm, { ...evmSpend, nonce: 8 }), 'nonce.changed')
  const other = { ...evmSpend, from: { branch: 1, index: 1 } } as const
  await refusedAs(signer, requestFor(evm, other), 'nonce.changed')
  const elsewhere = { ...evm, chain: 'evm:56' }
  await refusedAs(signer, requestFor(elsewhere, evmSpend), 'approval.changed')
})

test('ATT-95: a higher fee is signed for the same inputs or nonce, up to the approved limit and number of attempts', async (t) => {
  const { signer } = await freshSigner(t)
  const spendOf = (fee: bigint): Spend => ({
    ...bitcoinSpend,
    change: { key: { branch: 1, index: 1 }, amount: 30_000_000n - fee },
  })
  const seen = new Set([bytesOf(await signer.sign(requestFor(bitcoinApproval, spendOf(1_000n))))])
  await refusedAs(signer, requestFor(bitcoinApproval, spendOf(50_001n)), 'fee.above_approved')
  for (let fee = 2_000n; fee <= 16_000n; fee += 1_000n) {
    seen.add(bytesOf(await signer.sign(requestFor(bitcoinApproval, spendOf(fee)))))
  }
  assert.equal(seen.size, 16)
  const two = [inputOf(11, 30_000_000n), inputOf(12, 20_000_000n)]
  const pair = { ...bitcoinApproval, id: 'pair', hold: 'pair' }
  const change = { key: { branch: 1, index: 1 }, amount: 29_998_000n } as const
  bytesOf(await signer.sign(requestFor(pair, { ...bitcoinSpend, inputs: two })))
  const turned = { ...bitcoinSpend, inputs: two.toReversed(), change }
  bytesOf(await signer.sign(requestFor(pair, turned)))
  await refusedAs(signer, requestFor(bitcoinApproval, spendOf(17_000n)), 'attempts.too_many')
  const attempts = signer.signedUnder(bitcoinApproval.id)
  assert.deepEqual(
    attempts.map(({ raw }) => raw),
    [...seen],
  )
  assert.equal(new Set(attempts.map(({ binding }) => binding)).size, 1)

  const evm = { ...tokenApproval, id: 'evm', hold: 'evm' }
  bytesOf(await signer.sign(requestFor(evm, evmSpend)))
  const cheap = { ...evmSpend.gasPrice, max: 19_000_000_000n }
  await refusedAs(signer, requestFor(evm, { ...evmSpend, gasPrice: cheap }), 'fee.not_higher')
  bytesOf(await signer.sign(requestFor(evm, { ...evmSpend, gasPrice: dear })))
  // An approval may be renewed with a higher cost limit, but for no other payment.
  const dearest = { ...dear, max: 150_000_000_000n }
  await refusedAs(signer, requestFor(evm, { ...evmSpend, gasPrice: dearest }), 'fee.above_approved')
  const anew = { ...evm, feeMax: 2n * 10n ** 16n, approvedBy: 'operator:2', approvedAtMs: nowMs }
  bytesOf(await signer.sign(requestFor(anew, { ...evmSpend, gasPrice: dearest })))
})

test('ATT-97 INV-13: an output, nonce or hold of one withdrawal is signed for no other', async (t) => {
  const { signer } = await freshSigner(t)
  bytesOf(await signer.sign(bitcoinRequest))
  const second = { ...bitcoinApproval, id: 'second', hold: 'second' }
  await refusedAs(signer, requestFor(second, bitcoinSpend), 'input.taken')
  // Signing one output with two amounts would allow combining two signatures into a higher fee.
  const lied = { ...bitcoinSpend, inputs: [inputOf(1, 50_000_100n)] }
  await refusedAs(signer, requestFor(second, lied), 'input.amount_changed')
  const otherInputs = { ...bitcoinSpend, inputs: [inputOf(9, 50_000_000n)] }
  const sameHold = { ...second, hold: bitcoinApproval.hold }
  await refusedAs(signer, requestFor(sameHold, otherInputs), 'hold.taken')
  bytesOf(await signer.sign(requestFor(second, otherInputs)))

  const evm = { ...tokenApproval, id: 'evm', hold: 'evm' }
  bytesOf(await signer.sign(requestFor(evm, evmSpend)))
  const third = { ...coinApproval, id: 'third', hold: 'third' }
  await refusedAs(signer, requestFor(third, evmSpend), 'nonce.taken')
  const onBnb = { ...third, chain: 'evm:56', currency: 'BNB' }
  bytesOf(await signer.sign(requestFor(onBnb, evmSpend)))
})

test('ATT-97: concurrent requests are serialized: one withdrawal is signed once, one output is used once', async (t) => {
  const { signer } = await freshSigner(t)
  const same = await Promise.all(Array.from({ length: 20 }, () => signer.sign(bitcoinRequest)))
  assert.equal(new Set(same.map(bytesOf)).size, 1)
  assert.equal(same.filter((outcome) => 'signed' in outcome && !outcome.isRepeat).length, 1)
  const inputs = [inputOf(5, 50_000_000n)]
  const rivals = await Promise.all(
    Array.from({ length: 20 }, (_, at) => {
      const approval = { ...bitcoinApproval, id: `rival-${at}`, hold: `rival-${at}` }
      return signer.sign(requestFor(approval, { ...bitcoinSpend, inputs }))
    }),
  )
  assert.equal(rivals.filter((outcome) => 'signed' in outcome).length, 1)
  assert.equal(rivals.filter((one) => 'refused' in one && one.refused === 'input.taken').length, 19)
})

test('FLT-30: a self-send may take a nonce from a payout, but never the other way', async (t) => {
  const { signer, tree } = await freshSigner(t)
  const own = { branch: 1, index: 0 } as const
  bytesOf(await signer.sign(tokenRequest))
  const filling: Approval = {
    ...coinApproval,
    kind: 'filling',
    id: 'gap-7',
    destination: tree.address('evm', own),
    amount: 0n,
    hold: null,
  }
  await refusedAs(
    signer,
    requestFor({ ...filling, amount: 1n }, { ...evmSpend, own }),
    'amount.invalid',
  )
  await refusedAs(signer, requestFor(filling, evmSpend), 'address.not_own')
  bytesOf(await signer.sign(requestFor(filling, { ...evmSpend, own, gasPrice: dear })))
  await refusedAs(signer, requestFor(tokenApproval, { ...evmSpend, gasPrice: dear }), 'nonce.taken')
  // Earlier signatures remain valid.
  bytesOf(await signer.sign(tokenRequest))
})

test('FLT-31: an unsigned id can be voided, and then is never signed', async (t) => {
  const { signer, folder, close } = await freshSigner(t)
  const voided = { isVoid: true, paidBy: null, number: 1 }
  const voidOf = (id: string, bookAtLeast = 0) => signer.voidId({ id, hold: null, bookAtLeast })
  assert.deepEqual(await voidOf('withdrawal-1'), voided)
  assert.deepEqual(await voidOf('withdrawal-1'), voided)
  await refusedAs(signer, bitcoinRequest, 'approval.void')
  const second = requestFor({ ...bitcoinApproval, id: 'second' }, bitcoinSpend)
  bytesOf(await signer.sign(second))
  assert.deepEqual(await voidOf('second'), { isVoid: false, paidBy: null, number: 2 })
  assert.deepEqual(await voidOf('third', 99), { refused: 'book.behind' })
  await close()
  const reopened = await signerIn(folder)
  await refusedAs(reopened.signer, bitcoinRequest, 'approval.void')
  await reopened.close()
})

test('ATT-97: an old writer, a restored book and an expired approval are refused', async (t) => {
  const { signer } = await freshSigner(t)
  await refusedAs(signer, { ...bitcoinRequest, bookAtLeast: 1 }, 'book.behind')
  bytesOf(await signer.sign({ ...payoutNo(5), epoch: 5 }))
  await refusedAs(signer, { ...bitcoinRequest, epoch: 4 }, 'writer.stale')
  const times: readonly [string, Partial<Approval>][] = [
    ['approval.early', { approvedAtMs: nowMs + 61_000, notAfterMs: nowMs + 100_000 }],
    ['approval.expired', { notAfterMs: nowMs }],
    ['approval.expired', { approvedAtMs: nowMs - 7 * 86_400_000, notAfterMs: nowMs * 2 }],
  ]
  for (const [code, change] of times) {
    const request = requestFor({ ...bitcoinApproval, ...change }, bitcoinSpend, { epoch: 5 })
    await refusedAs(signer, request, code)
  }
  bytesOf(await signer.sign({ ...bitcoinRequest, epoch: 5, bookAtLeast: 1 }))
})
