import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OutScript, Transaction } from '@scure/btc-signer'
import fc from 'fast-check'
import { checkAddress } from './addresses.ts'
import { decodeTransaction } from './decode.ts'
import { feeOf, quoteOf, spendBytes, virtualBytesOf, weightOf } from './fees.ts'
import {
  bumpPayout,
  type Coin,
  type Destination,
  isSignedPayout,
  payoutInputsMax,
  type PayoutOrder,
  planPayout,
  type UnsignedPayout,
} from './payout.ts'
import { addressOfScript, dustLimitOf } from './scripts.ts'
import { madeAccount } from './testing/made.ts'

const made = madeAccount('regtest')
const { account } = made
const changeKey = { branch: 1, index: 4 } as const
const ownChange = account.at(changeKey)

function destination(script: Uint8Array): Destination {
  const checked = checkAddress(addressOfScript(script, 'regtest') ?? '', 'regtest')
  assert.ok(checked.status === 'valid')
  return checked
}

const someHash = Buffer.alloc(20, 5)
const destinations = [
  destination(OutScript.encode({ type: 'wpkh', hash: someHash })),
  destination(OutScript.encode({ type: 'wsh', hash: Buffer.alloc(32, 6) })),
  destination(OutScript.encode({ type: 'pkh', hash: someHash })),
  destination(OutScript.encode({ type: 'sh', hash: someHash })),
] as const
const [to] = destinations

function coin(at: number, amount: bigint): Coin {
  const txid = (at + 1).toString(16).padStart(64, '0')
  return { txid, index: at % 3, amount, key: { branch: at % 2 === 0 ? 0 : 1, index: at } }
}

function order(changes: Partial<PayoutOrder>): PayoutOrder {
  return {
    account,
    coins: [coin(0, 100_000n), coin(1, 50_000n), coin(2, 20_000n)],
    to,
    amount: 30_000n,
    changeKey,
    rate: 5_000n,
    feeMax: 1_000_000n,
    ...changes,
  }
}

function planned(changes: Partial<PayoutOrder>): UnsignedPayout {
  const plan = planPayout(order(changes))
  assert.ok(plan.status === 'planned', plan.status)
  return plan.payout
}

function changeOf({ outputs }: UnsignedPayout): bigint | null {
  return outputs.find(({ change }) => change !== null)?.amount ?? null
}

const orders = fc
  .record({
    amounts: fc.array(fc.bigInt({ min: 1n, max: 1_000_000n }), { minLength: 0, maxLength: 12 }),
    to: fc.constantFrom(...destinations),
    amount: fc.bigInt({ min: 1n, max: 1_500_000n }),
    rate: fc.bigInt({ min: 1_000n, max: 150_000n }),
    feeMax: fc.constantFrom(2_000n, 20_000n, 10_000_000n),
  })
  .map(({ amounts, ...rest }) => order({ ...rest, coins: amounts.map((one, at) => coin(at, one)) }))

test('ATT-85 SRV-77: any payout sends exactly the amount, loses nothing, and pays exactly the rate', () => {
  let plannedCount = 0
  fc.assert(
    fc.property(orders, (one) => {
      const plan = planPayout(one)
      if (plan.status !== 'planned') return
      plannedCount += 1
      const { inputs, outputs, fee, weight } = plan.payout
      const paid = outputs.filter(({ change }) => change === null)
      assert.deepEqual(
        paid.map(({ address, amount }) => [address, amount]),
        [[one.to.address, one.amount]],
      )
      assert.equal(total(inputs), total(outputs) + fee)
      for (const input of inputs) assert.ok(one.coins.includes(input))
      assert.equal(new Set(inputs.map(({ txid, index }) => `${txid}:${index}`)).size, inputs.length)
      const least = feeOf(virtualBytesOf(weight), one.rate)
      const change = changeOf(plan.payout)
      if (change === null) {
        const kept = feeOf(
          virtualBytesOf(weightOf(inputs.length, [one.to.script, ownChange.script])),
          one.rate,
        )
        assert.ok(fee >= least)
        assert.ok(fee - kept < least + dustLimitOf(ownChange.script) + feeOf(spendBytes, one.rate))
      } else {
        assert.equal(fee, least)
        assert.ok(change >= dustLimitOf(ownChange.script))
      }
      assert.ok(fee <= one.feeMax)
    }),
    { numRuns: 1_000 },
  )
  assert.ok(plannedCount > 100, `${plannedCount}`)
})

test('FLT-32: an amount that all outputs together can pay is never refused as insufficient', () => {
  fc.assert(
    fc.property(orders, (one) => {
      const { coins, amount, rate, to } = one
      const useful = coins.filter((coin) => coin.amount > feeOf(spendBytes, rate))
      const fee = feeOf(virtualBytesOf(weightOf(useful.length, [to.script])), rate)
      const suffices = useful.length > 0 && total(useful) >= amount + fee
      const { status } = planPayout(one)
      if (status === 'dust') return
      if (suffices) assert.notEqual(status, 'insufficient')
      if (total(useful) < amount) assert.equal(status, 'insufficient')
    }),
    { numRuns: 1_000 },
  )
})

function total(parts: readonly { readonly amount: bigint }[]): bigint {
  return parts.reduce((sum, { amount }) => sum + amount, 0n)
}

test('FLT-31: a payout has the same txid before and after signing, and the calculated weight', () => {
  fc.assert(
    fc.property(orders, (one) => {
      const plan = planPayout(one)
      if (plan.status !== 'planned') return
      const { payout } = plan
      const signedHex = made.sign(payout)
      const signed = decodeTransaction(signedHex, 'regtest')
      assert.equal(signed.txid, payout.txid)
      assert.ok(isSignedPayout(payout, signedHex))
      // A signature has 70 to 72 bytes, rarely fewer.
      const lighter = payout.weight - signed.weight
      assert.ok(lighter >= 0 && lighter <= 4 * payout.inputs.length, `${lighter}`)
      assert.equal(signed.isReplaceable, true)
      assert.deepEqual(
        signed.outputs,
        payout.outputs.map(({ address, amount }) => ({ address, amount })),
      )
    }),
    { numRuns: 60 },
  )
})

test('FLT-31: the same order gives the same payout, whatever the order of the outputs', () => {
  const { coins } = order({})
  const first = planned({ coins })
  const again = planned({ coins: coins.toReversed() })
  assert.deepEqual(again, first)
})

test('FLT-31: the payment is first, then the change, as the signer builds it; inputs have a fixed order', () => {
  const payout = planned({ amount: 120_000n })
  assert.deepEqual(
    payout.outputs.map(({ address, change }) => [address, change]),
    [
      [to.address, null],
      [ownChange.address, changeKey],
    ],
  )
  assert.deepEqual(
    payout.inputs.map(({ txid }) => txid),
    payout.inputs.map(({ txid }) => txid).toSorted(),
  )
  const { inputs, outputs } = decodeTransaction(payout.unsignedHex, 'regtest')
  assert.deepEqual(
    inputs.map(({ txid, index, sequence }) => ({ txid, index, sequence })),
    payout.inputs.map(({ txid, index }) => ({ txid, index, sequence: payout.sequence })),
  )
  assert.deepEqual(
    outputs.map(({ amount }) => amount),
    payout.outputs.map(({ amount }) => amount),
  )
})

test('ATT-97: bytes that differ from the payout in anything are rejected', () => {
  const payout = planned({})
  const signedHex = made.sign(payout)
  assert.equal(isSignedPayout(payout, signedHex), true)
  const others = [
    planned({ amount: 30_001n }),
    planned({ to: destinations[1] }),
    planned({ rate: 5_200n }),
    planned({ changeKey: { branch: 1, index: 5 } }),
    planned({ coins: [coin(0, 100_000n)] }),
  ].filter(({ txid }) => txid !== payout.txid)
  assert.ok(others.length >= 4)
  for (const other of others) assert.equal(isSignedPayout(payout, made.sign(other)), false)
  assert.equal(isSignedPayout(payout, payout.unsignedHex), false)
  assert.equal(isSignedPayout(payout, `${signedHex}00`), false)
  assert.equal(isSignedPayout(payout, ''), false)
  const heavy = Transaction.fromRaw(Buffer.from(signedHex, 'hex'))
  heavy.updateInput(0, { finalScriptWitness: [Buffer.alloc(72), Buffer.alloc(133)] }, true)
  assert.equal(isSignedPayout(payout, heavy.hex), false)
})

test('SRV-77: an amount below the dust limit of the destination is refused, the limit itself is sent', () => {
  for (const to of destinations) {
    const plan = planPayout(order({ to, amount: to.dustLimit - 1n }))
    assert.deepEqual(plan, { status: 'dust', least: to.dustLimit })
    assert.equal(planPayout(order({ to, amount: to.dustLimit })).status, 'planned')
  }
})

test('FLT-32: outputs that do not pay for their own spending are not used', () => {
  const coins = Array.from({ length: 50 }, (_, at) => coin(at, 340n))
  assert.equal(planPayout(order({ coins, amount: 1_000n })).status, 'insufficient')
  assert.equal(planPayout(order({ coins: [] })).status, 'insufficient')
})

test('FLT-32: a payout never costs more than allowed', () => {
  const plan = planPayout(order({ rate: 100_000n, feeMax: 1_000n }))
  assert.ok(plan.status === 'overFeeMax')
  assert.ok(plan.fee > 1_000n)
})

test('FLT-32: a payout has no more inputs than nodes relay', () => {
  const coins = Array.from({ length: 1_000 }, (_, at) => coin(at, 10_000n))
  const { inputs, weight } = planned({ coins, amount: 900_000n, rate: 1_000n })
  assert.ok(inputs.length <= payoutInputsMax)
  assert.ok(weight < 400_000)
  const plan = planPayout(order({ coins, amount: 5_000_000n, rate: 1_000n }))
  assert.equal(plan.status, 'insufficient')
})

test('ATT-95: a bump spends the same inputs, pays the same amount, and takes the fee from the change', () => {
  const payout = planned({})
  const bump = bumpPayout({ account, payout, to, rate: 20_000n, feeMax: 1_000_000n })
  assert.ok(bump.status === 'planned')
  assert.deepEqual(bump.payout.inputs, payout.inputs)
  assert.notEqual(bump.payout.txid, payout.txid)
  assert.equal(bump.payout.fee, feeOf(virtualBytesOf(payout.weight), 20_000n))
  const change = (changeOf(payout) ?? 0n) - (bump.payout.fee - payout.fee)
  assert.equal(changeOf(bump.payout), change)
  const paid = bump.payout.outputs.filter((output) => output.change === null)
  assert.deepEqual(paid, [{ address: to.address, amount: 30_000n, change: null }])
  assert.ok(isSignedPayout(bump.payout, made.sign(bump.payout)))
})

test('ATT-95: any bump pays for its own relay, on top of the fee that it replaces', () => {
  fc.assert(
    fc.property(orders, fc.bigInt({ min: 1_000n, max: 300_000n }), (one, rate) => {
      const plan = planPayout(one)
      if (plan.status !== 'planned') return
      const { payout } = plan
      const bump = bumpPayout({ account, payout, to: one.to, rate, feeMax: one.feeMax })
      if (bump.status !== 'planned') return
      const { fee, inputs, outputs, weight } = bump.payout
      assert.deepEqual(inputs, payout.inputs)
      assert.equal(total(inputs), total(outputs) + fee)
      assert.ok(fee >= payout.fee + BigInt(virtualBytesOf(weight)))
      assert.ok(fee >= feeOf(virtualBytesOf(weight), rate))
      assert.ok(fee <= one.feeMax)
      assert.ok((changeOf(bump.payout) ?? 1_000n) >= dustLimitOf(ownChange.script))
      const [paid] = outputs.filter(({ change }) => change === null)
      assert.deepEqual([paid?.address, paid?.amount], [one.to.address, one.amount])
    }),
    { numRuns: 1_000 },
  )
})

test('ATT-95: no bump to the same rate, none without change, none above the maximum fee', () => {
  const payout = planned({})
  const feeMax = 1_000_000n
  const bump = { account, payout, to, rate: 20_000n, feeMax }
  assert.deepEqual(bumpPayout({ ...bump, rate: 5_000n }), { status: 'notHigher' })
  assert.ok(bumpPayout({ ...bump, feeMax: 2_000n }).status === 'overFeeMax')
  assert.ok(bumpPayout({ ...bump, rate: 2_000_000n }).status === 'noRoom')
  const whole = planned({ coins: [coin(0, 30_600n)], amount: 30_000n })
  assert.equal(changeOf(whole), null)
  assert.deepEqual(bumpPayout({ ...bump, payout: whole }), { status: 'noRoom' })
})

test('ATT-95: change that is not worth keeping goes to the fee', () => {
  const payout = planned({ coins: [coin(0, 40_000n)], amount: 30_000n })
  const size = BigInt(virtualBytesOf(payout.weight))
  const rate = (9_900n * 1_000n) / size
  const bump = bumpPayout({ account, payout, to, rate, feeMax: 1_000_000n })
  assert.ok(bump.status === 'planned')
  assert.equal(bump.payout.fee, 10_000n)
  assert.equal(changeOf(bump.payout), null)
})

test("FLT-32: the fee rate is the node's estimate, within floor and cap", () => {
  const limits = { floor: 1_000n, cap: 50_000n, fallback: 8_000n }
  const ready = (rate: bigint, isCapped = false) => ({ state: 'ready', rate, isCapped })
  assert.deepEqual(quoteOf(12_345n, 1_000n, limits), ready(12_345n))
  assert.deepEqual(quoteOf(null, 1_000n, limits), ready(8_000n))
  assert.deepEqual(quoteOf(10n, 10n, limits), ready(1_000n))
  assert.deepEqual(quoteOf(2_000n, 3_000n, limits), ready(3_000n))
  assert.deepEqual(quoteOf(90_000n, 1_000n, limits), ready(50_000n, true))
  assert.deepEqual(quoteOf(90_000n, 60_000n, limits), { state: 'overCap', nodeMinimum: 60_000n })
})

test('ATT-95: fees are rounded up to the satoshi', () => {
  assert.equal(feeOf(141, 1_000n), 141n)
  assert.equal(feeOf(141, 1_001n), 142n)
  assert.equal(feeOf(1, 1n), 1n)
  assert.equal(virtualBytesOf(weightOf(1, [to.script, ownChange.script])), 141)
  assert.equal(spendBytes, 68)
})
