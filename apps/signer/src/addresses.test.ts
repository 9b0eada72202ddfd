/** The signer's checks of its own addresses: which kind of address may pay which. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Approval } from './approval.ts'
import type { BitcoinSpend, EvmSpend, Spend } from './request.ts'
import {
  bitcoinApproval,
  bitcoinSpend,
  coinApproval,
  evmSpend,
  freshSigner,
  requestFor,
  strangerEvm,
  tokenApproval,
  usdt,
} from './testing/requests.ts'

type Row = readonly [string, Partial<Approval>, Partial<Spend>]

const hot = { branch: 1, index: 0 } as const
const person = { branch: 0, index: 4 } as const

test('ATT-86 ATT-97: a bitcoin payout goes to a third party, and its change to a key of the house', async (t) => {
  const { signer, tree } = await freshSigner(t)
  const at = (branch: 0 | 1, index: number) => tree.address('bitcoin', { branch, index })
  const spend = (change: Partial<BitcoinSpend>): Partial<Spend> => change
  const back = (branch: 0 | 1, index: number, amount = 29_999_000n) =>
    spend({ change: { key: { branch, index }, amount } })
  const rows: readonly Row[] = [
    ['address.own', { destination: at(1, 0) }, {}],
    ['address.own', { destination: at(1, 1) }, {}],
    ['address.own', { destination: at(0, 1) }, {}],
    ['address.own', {}, { own: hot }],
    ['address.not_own', {}, back(0, 1)],
    ['amount.invalid', {}, back(1, 1, 293n)],
    ['amount.invalid', { amount: 293n }, {}],
    ['amount.invalid', {}, back(1, 1, 30_000_000n)],
    ['amount.invalid', {}, back(1, 1, 30_000_001n)],
    ['fee.above_approved', {}, spend({ change: null })],
    ['approval.no_hold', { hold: null }, {}],
    ['approval.wrong_kind', { kind: 'funding', hold: null }, {}],
    ['approval.wrong_kind', { chain: 'evm:1', currency: 'ETH' }, {}],
    ['asset.unknown', { currency: 'ETH' }, {}],
    ['asset.unknown', { contract: usdt }, {}],
    ['asset.unknown', { chain: 'bitcoin-cash' }, {}],
  ]
  for (const [code, approval, change] of rows) {
    const request = requestFor({ ...bitcoinApproval, ...approval }, merged(bitcoinSpend, change))
    assert.deepEqual(await signer.sign(request), { refused: code }, nameOf(approval, change))
  }
})

test('ATT-97: a bitcoin sweep goes only to a key of the house, and may use a payout’s inputs', async (t) => {
  const { signer, tree } = await freshSigner(t)
  assert.ok('signed' in (await signer.sign(requestFor(bitcoinApproval, bitcoinSpend))))
  const destination = tree.address('bitcoin', hot)
  const sweep: Approval = {
    ...bitcoinApproval,
    kind: 'sweep',
    id: 'sweep-1',
    destination,
    amount: 49_990_000n,
    hold: null,
  }
  const all = { ...bitcoinSpend, change: null }
  assert.deepEqual(await signer.sign(requestFor(sweep, all)), { refused: 'address.not_own' })
  const toPerson = { ...sweep, destination: tree.address('bitcoin', person) }
  const refused = await signer.sign(requestFor(toPerson, { ...all, own: person }))
  assert.deepEqual(refused, { refused: 'address.not_own' })
  const held = await signer.sign(requestFor({ ...sweep, hold: 'hold-9' }, { ...all, own: hot }))
  assert.deepEqual(held, { refused: 'approval.wrong_kind' })
  assert.ok('signed' in (await signer.sign(requestFor(sweep, { ...all, own: hot }))))
  const dearer = {
    ...bitcoinSpend,
    change: { key: { branch: 1, index: 1 }, amount: 29_998_000n },
  } as const
  const late = await signer.sign(requestFor(bitcoinApproval, dearer))
  assert.deepEqual(late, { refused: 'input.taken' })
})

test('ATT-86 ATT-97: an EVM payout goes from the hot wallet to a third party, with a listed contract', async (t) => {
  const { signer, tree } = await freshSigner(t)
  const evm = (change: Partial<EvmSpend>): Partial<Spend> => change
  const rows: readonly Row[] = [
    ['address.not_own', {}, evm({ from: person })],
    ['address.own', { destination: tree.address('evm', hot) }, {}],
    ['address.own', {}, { own: person }],
    ['address.invalid', { destination: usdt }, {}],
    ['address.invalid', { destination: strangerEvm.toLowerCase() }, {}],
    ['address.invalid', { destination: `0x${'0'.repeat(40)}` }, {}],
    ['address.invalid', { destination: bitcoinApproval.destination }, {}],
    ['amount.invalid', { amount: 0n }, {}],
    ['amount.invalid', { amount: 2n ** 256n }, {}],
    ['fee.invalid', {}, evm({ gasLimit: 20_999n })],
    ['fee.invalid', {}, evm({ gasLimit: 5_000_001n })],
    ['fee.above_approved', {}, evm({ gasLimit: 500_001n })],
    ['asset.unknown', { contract: strangerEvm }, {}],
    ['asset.unknown', { contract: null }, {}],
    ['asset.unknown', { chain: 'evm:42161' }, {}],
    ['approval.no_hold', { hold: null }, {}],
    ['approval.wrong_kind', { chain: 'bitcoin', currency: 'BTC', contract: null }, {}],
  ]
  for (const [code, approval, change] of rows) {
    const request = requestFor({ ...tokenApproval, ...approval }, merged(evmSpend, change))
    assert.deepEqual(await signer.sign(request), { refused: code }, nameOf(approval, change))
  }
})

test("ATT-97: sweeps go from people's addresses to the house, gas the other way, and never to strangers", async (t) => {
  const { signer, tree } = await freshSigner(t)
  const sweep: Approval = {
    ...tokenApproval,
    kind: 'sweep',
    id: 'sweep',
    destination: tree.address('evm', hot),
    hold: null,
  }
  const funding: Approval = {
    ...coinApproval,
    kind: 'funding',
    id: 'funding',
    destination: tree.address('evm', person),
    hold: null,
  }
  const rows: readonly [string, Approval, Partial<EvmSpend>][] = [
    ['address.not_own', sweep, { from: person }],
    ['address.not_own', { ...sweep, destination: strangerEvm }, { from: person, own: hot }],
    ['address.not_own', sweep, { from: hot, own: hot }],
    ['address.not_own', { ...sweep, destination: funding.destination }, { from: hot, own: person }],
    ['address.not_own', funding, { from: hot, own: hot }],
    ['address.not_own', { ...funding, destination: strangerEvm }, { from: hot, own: person }],
    ['address.not_own', funding, { from: person, own: person }],
    ['approval.wrong_kind', { ...funding, currency: 'USDT', contract: usdt }, { own: person }],
    ['signed', sweep, { from: person, own: hot }],
    ['signed', funding, { from: hot, own: person }],
  ]
  for (const [code, approval, change] of rows) {
    const outcome = await signer.sign(requestFor(approval, { ...evmSpend, ...change }))
    const got = 'refused' in outcome ? outcome.refused : 'signed'
    assert.equal(got, code, `${approval.kind} ${JSON.stringify(change)}`)
  }
  const { currencies } = await signer.status()
  assert.equal(currencies.get('USDT')?.leftDay, 0n)
  assert.equal(currencies.get('ETH')?.leftDay, 2n * 100_000n * evmSpend.gasPrice.max)
})

function merged(spend: Spend, change: Partial<Spend>): Spend {
  return spend.family === 'bitcoin'
    ? { ...spend, ...(change as Partial<BitcoinSpend>) }
    : { ...spend, ...(change as Partial<EvmSpend>) }
}

function nameOf(approval: object, change: object): string {
  const text = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  return JSON.stringify({ approval, change }, text)
}
