/** Goal: the amounts that a user sees before sending are exactly the amounts that the exchange will use. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  createDrawings,
  firstFitting,
  isShrinkable,
  megabytesText,
  photoBytesMax,
  proofBytesMax,
  proofFault,
} from './proof-file.ts'
import {
  findDepositFault,
  cardAlone,
  findCheapest,
  isPaidOut,
  findLinkStatus,
  methodFee,
  methodHints,
  type PayMethod,
  rawRupiah,
  type RupiahRules,
  rupiahUnits,
  shownRupiah,
  shownShare,
  findMaximumWithdrawal,
  findWithdrawalFault,
  withdrawalFigures,
} from './rupiah.ts'
import { timeLeft } from '../transfers/time-left.ts'

const rupiah = (whole: number) => whole * 100

const rules: RupiahRules['withdrawal'] = {
  minimum: rupiah(50_000),
  maximum: rupiah(250_000_000),
  dailyLimit: rupiah(500_000_000),
  dailyUsed: 0,
  feePpm: 500,
  providerFee: rupiah(5_000),
  reviewFrom: rupiah(100_000_000),
  hold: null,
}

test('amounts are parsed and formatted exactly, without zero decimals', () => {
  assert.equal(rupiahUnits('150000.00'), rupiah(150_000))
  assert.equal(rupiahUnits('1.005'), null, 'finer than the currency')
  assert.equal(rawRupiah(rupiah(150_000)), '150000')
  assert.equal(rawRupiah(1), '0.01')
  assert.equal(shownRupiah(rupiah(1_500_000)), '1.500.000')
  assert.equal(shownRupiah(150), '1,50')
})

test('IDRW-04: our share is truncated to whole rupiah, the bank\u2019s fee is added, the rest arrives', () => {
  assert.deepEqual(withdrawalFigures(rules, rupiah(1_500_000)), {
    percentFee: rupiah(750),
    providerFee: rupiah(5_000),
    fee: rupiah(5_750),
    net: rupiah(1_494_250),
  })
  assert.equal(withdrawalFigures(rules, rupiah(51_999)).percentFee, rupiah(25))
})

test('IDRW-04: fee and net add up to the amount, all in whole rupiah', () => {
  const amounts = fc.integer({ min: 1, max: 1_000_000_000 }).map(rupiah)
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 100_000 }), (amount, feePpm) => {
      const { fee, net } = withdrawalFigures({ ...rules, feePpm }, amount)
      assert.equal(fee + net, amount)
      assert.equal(fee % 100, 0)
    }),
  )
})

test('DEC-104: each fault of a withdrawal has its figure, the tightest limit first', () => {
  const fault = (amount: number, available: number | null, part: Partial<typeof rules> = {}) =>
    findWithdrawalFault({ ...rules, ...part }, rupiah(amount), available)
  assert.deepEqual(fault(49_999, null), { kind: 'minimum', units: rules.minimum })
  assert.deepEqual(fault(5_000, null, { minimum: rupiah(1_000) }), { kind: 'fee' })
  assert.deepEqual(fault(250_000_001, null), { kind: 'maximum', units: rules.maximum })
  assert.deepEqual(fault(60_000, rupiah(59_999)), { kind: 'balance', units: rupiah(59_999) })
  const dailyUsed = rupiah(499_950_000)
  assert.deepEqual(fault(60_000, null, { dailyUsed }), { kind: 'daily', units: rupiah(50_000) })
  assert.equal(fault(50_000, rupiah(50_000)), null)
})

test('the largest withdrawal is whole rupiah within the balance and every limit, and valid', () => {
  const available = fc.integer({ min: 0, max: rupiah(600_000_000) })
  const used = fc.integer({ min: 0, max: rupiah(600_000_000) })
  fc.assert(
    fc.property(available, used, (units, dailyUsed) => {
      const now = { ...rules, dailyUsed }
      const maximum = findMaximumWithdrawal(now, units)
      assert.equal(maximum % 100, 0)
      assert.ok(maximum <= units)
      if (maximum >= rules.minimum) assert.equal(findWithdrawalFault(now, maximum, units), null)
    }),
  )
})

test('FMT-12: the minimum deposit is in Indonesian format', () => {
  assert.equal(shownRupiah(rupiah(10_000)), '10.000')
})

test('IDRD-03: a deposit is limited by minimum and maximum', () => {
  const limits = { minimum: rupiah(10_000), maximum: rupiah(50_000) }
  assert.deepEqual(findDepositFault(limits, rupiah(9_999)), {
    kind: 'minimum',
    units: limits.minimum,
  })
  assert.deepEqual(findDepositFault(limits, rupiah(50_001)), {
    kind: 'maximum',
    units: limits.maximum,
  })
  assert.equal(findDepositFault(limits, rupiah(10_000)), null)
})

const method = (code: string, part: Partial<PayMethod>): PayMethod => ({
  code,
  kind: 'va',
  name: code,
  minimum: rupiah(10_000),
  maximum: rupiah(50_000_000),
  feeFixed: 0,
  feePpm: 0,
  freeFrom: null,
  ...part,
})

test('the cheapest payment method is first, unavailable methods are last', () => {
  const methods = [
    method('fixed', { feeFixed: rupiah(4_500) }),
    method('small', { minimum: rupiah(1_000_000) }),
    method('share', { feePpm: 7_000 }),
  ]
  const order = (amount: number | null) =>
    methodHints(methods, amount).map((hint) => hint.method.code)
  assert.deepEqual(order(rupiah(100_000)), ['share', 'fixed', 'small'])
  assert.deepEqual(order(rupiah(1_000_000)), ['small', 'fixed', 'share'])
  assert.deepEqual(order(null), ['fixed', 'small', 'share'], 'as they come')
  assert.equal(methodHints(methods, rupiah(100_000)).at(-1)?.isAllowed, false)
})

test('an amount that only cards accept is shown with their fee and the maximum of other methods', () => {
  const card = {
    ...method('card', { feePpm: 29_000 }),
    kind: 'card',
    maximum: rupiah(500_000_000),
  } as const
  const account = { ...method('va', { feeFixed: rupiah(4_000) }), maximum: rupiah(50_000_000) }
  const cardFor = (amount: number) => cardAlone(methodHints([card, account], amount))
  assert.equal(cardFor(rupiah(50_000_000)), null)
  const alone = cardFor(rupiah(60_000_000))
  assert.deepEqual([alone?.card.fee, alone?.otherMaximum], [rupiah(1_740_000), rupiah(50_000_000)])
  assert.equal(cardFor(rupiah(600_000_000)), null, 'nothing takes it')
  assert.equal(cardAlone(methodHints([card], rupiah(100_000)))?.otherMaximum, null)
})

test('the only payment method is not marked as the cheapest', () => {
  const dear = { ...method('card', { feePpm: 29_000 }), maximum: rupiah(500_000_000) }
  const cheap = { ...method('va', { feeFixed: rupiah(4_000) }), maximum: rupiah(50_000_000) }
  const cheapest = (amount: number) => findCheapest(methodHints([dear, cheap], amount))?.method.code
  assert.equal(cheapest(rupiah(50_000_000)), 'va')
  assert.equal(cheapest(rupiah(60_000_000)), undefined)
  assert.equal(findCheapest([]), null)
})

test('a method\u2019s share is rounded up to whole rupiah', () => {
  assert.equal(methodFee(method('share', { feePpm: 7_000 }), rupiah(150_001)), rupiah(1_051))
  assert.equal(
    methodFee(method('both', { feePpm: 29_000, feeFixed: rupiah(2_000) }), rupiah(100)),
    rupiah(2_003),
  )
})

test('there is no fee from the free amount on', () => {
  const waived = method('waived', { feeFixed: rupiah(1_665), freeFrom: rupiah(500_000) })
  assert.equal(methodFee(waived, rupiah(499_999)), rupiah(1_665))
  assert.equal(methodFee(waived, rupiah(500_000)), 0)
})

test('IDRD-06 ATT-71: a proof is validated before it is sent', () => {
  assert.equal(proofFault({ type: 'image/png', size: proofBytesMax }), null)
  assert.equal(proofFault({ type: 'image/svg+xml', size: 10 }), 'type')
  assert.equal(proofFault({ type: '', size: 10 }), 'type')
  assert.equal(proofFault({ type: 'application/pdf', size: proofBytesMax + 1 }), 'size')
  assert.equal(proofFault({ type: 'application/pdf', size: 0 }), 'empty')
  assert.equal(megabytesText(1_000_000), '1')
  assert.equal(megabytesText(1_000_001), '1,1', 'never less than it is')
})

test('the remaining time is shown by the second and ends', () => {
  assert.equal(timeLeft(86_399_000), '23:59:59')
  assert.equal(timeLeft(1), '00:00:01')
  assert.equal(timeLeft(0), null)
})

test('IDRD-06: only photos above a megabyte are scaled down', () => {
  const photo = { type: 'image/jpeg', size: proofBytesMax + 1 }
  assert.equal(isShrinkable(photo), true)
  assert.equal(isShrinkable({ ...photo, size: proofBytesMax }), false)
  assert.equal(isShrinkable({ ...photo, size: photoBytesMax + 1 }), false)
  assert.equal(isShrinkable({ ...photo, type: 'application/pdf' }), false)
  assert.equal(isShrinkable({ ...photo, type: 'image/svg+xml' }), false)
})

test('IDRD-06: a photo keeps its aspect ratio, is never enlarged, and shrinks with each try', () => {
  const size = fc.integer({ min: 1, max: 20_000 })
  fc.assert(
    fc.property(size, size, (width, height) => {
      const drawings = createDrawings({ width, height })
      assert.ok(drawings.length > 1)
      for (const [at, drawing] of drawings.entries()) {
        assert.ok(drawing.width >= 1 && drawing.width <= width)
        assert.ok(drawing.height >= 1 && drawing.height <= height)
        const deviation = Math.abs(drawing.width * height - drawing.height * width)
        assert.ok(deviation <= Math.max(width, height), 'within a pixel')
        const before = drawings[at - 1]
        assert.ok(before === undefined || drawing.quality < before.quality)
        assert.ok(before === undefined || drawing.width <= before.width)
      }
    }),
  )
  assert.deepEqual(createDrawings({ width: 4_000, height: 3_000 })[0], {
    width: 2_400,
    height: 1_800,
    quality: 0.85,
  })
})

test('IDRD-06: the first version within the limit is used, none if all are too large', async () => {
  const photo = { width: 4_000, height: 3_000 }
  const drawnAt = async (bytesOfPixel: number) => {
    const widths: number[] = []
    const found = await firstFitting(photo, async ({ width, height }) => {
      widths.push(width)
      return { size: width * height * bytesOfPixel, width }
    })
    return { widths, taken: found?.width ?? null }
  }
  assert.deepEqual(await drawnAt(0.1), { widths: [2_400], taken: 2_400 })
  assert.deepEqual(await drawnAt(0.5), { widths: [2_400, 2_000, 1_600], taken: 1_600 })
  assert.deepEqual(await drawnAt(9), { widths: [2_400, 2_000, 1_600, 1_200], taken: null })
  assert.equal(await firstFitting(photo, async () => null), null)
})

test('IDRW-06: a canceled or failed withdrawal shows no arriving amount', () => {
  for (const status of ['PENDING', 'COMPLETED'] as const) assert.ok(isPaidOut({ status }))
  for (const status of ['CANCEL', 'FAILED'] as const) assert.ok(!isPaidOut({ status }))
})

test('ATT-92: a link offers to cancel only while possible, and shows the status', () => {
  const of = (state: string, canCancel = false) => findLinkStatus({ state, canCancel })
  assert.equal(of('waiting', true), 'open')
  assert.equal(of('canceled'), 'canceled')
  assert.deepEqual(
    ['failed', 'refused', 'reversed'].map((state) => of(state)),
    Array(3).fill('nothing'),
  )
  assert.deepEqual(
    ['sending', 'sent', 'completed'].map((state) => of(state)),
    Array(3).fill('late'),
  )
})

test('R-70: a share has no trailing zeros, in Indonesian format', () => {
  assert.deepEqual([7_000, 29_000, 20_000, 1_250, 0].map(shownShare), [
    '0,7',
    '2,9',
    '2',
    '0,125',
    '0',
  ])
})
