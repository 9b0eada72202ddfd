import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BaseUnits, PreviewRate, PriceUnits, RatePpm } from '@tukar/money'
import * as fc from 'fast-check'
import { type ReceiptInput, buildReceipt } from './receipt.ts'

const rate = (kind: PreviewRate['kind'], ratePpm: number): PreviewRate => ({
  kind,
  base: 'gross',
  ratePpm: ratePpm as RatePpm,
})

const bitcoin = 100_000_000
const book: ReceiptInput = {
  side: 'buy',
  price: 165_020_000_000 as PriceUnits,
  quantity: 4_000_000 as BaseUnits,
  baseScale: bitcoin,
  asks: [
    { price: 165_010_000_000, quantity: 1_000_000 },
    { price: 165_020_000_000, quantity: 2_000_000 },
    { price: 165_030_000_000, quantity: 9_000_000 },
  ],
  bids: [
    { price: 164_990_000_000, quantity: 5_000_000 },
    { price: 164_980_000_000, quantity: 7_000_000 },
  ],
  ownOpposite: [],
  rates: {
    taker: [rate('fee', 2_000), rate('bourse', 111)],
    maker: [rate('fee', 1_000), rate('bourse', 111)],
  },
  kind: 'gtc',
  band: null,
}

test('a buy takes the levels within its limit, best first, and the rest is the new best bid', () => {
  const receipt = buildReceipt(book)
  assert.equal(receipt?.now.quantity, 3_000_000)
  assert.equal(receipt?.now.quote, 1_650_100_000 + 3_300_400_000)
  assert.equal(receipt?.rests.quantity, 1_000_000)
  assert.equal(receipt?.ahead, 0)
  assert.equal(receipt?.averagePrice, 165_016_666_666)
})

test('R-02, R-05: charges reduce the received amount, rounded down for each fill', () => {
  const receipt = buildReceipt(book)
  assert.equal(receipt?.charges.fee, 2_000 + 4_000 + 1_000)
  assert.equal(receipt?.charges.bourse, 111 + 222 + 111)
  assert.equal(receipt?.arrives, 4_000_000 - 7_000 - 444)
})

test('a resting quantity has the quantity ahead of it', () => {
  const receipt = buildReceipt({ ...book, price: 164_985_000_000 as PriceUnits })
  assert.equal(receipt?.now.quantity, 0)
  assert.equal(receipt?.averagePrice, null)
  assert.equal(receipt?.ahead, 5_000_000)
  const behind = buildReceipt({ ...book, price: 164_980_000_000 as PriceUnits })
  assert.equal(behind?.ahead, 12_000_000)
})

test("R-10: an order stops at one's own order and the rest is canceled", () => {
  const receipt = buildReceipt({ ...book, ownOpposite: [165_020_000_000] })
  assert.equal(receipt?.now.quantity, 1_000_000)
  assert.deepEqual(receipt?.canceled, { quantity: 3_000_000, cause: 'own' })
  assert.equal(receipt?.arrives, 1_000_000 - 2_000 - 111)
})

test('an opposite order of the user beyond the limit has no effect', () => {
  assert.deepEqual(buildReceipt({ ...book, ownOpposite: [165_030_000_000] }), buildReceipt(book))
})

test('the impact is the worst taken price relative to the best', () => {
  const receipt = buildReceipt({
    ...book,
    side: 'sell',
    price: 164_980_000_000 as PriceUnits,
    quantity: 6_000_000 as BaseUnits,
  })
  assert.equal(receipt?.now.quantity, 6_000_000)
  assert.equal(receipt?.impactBasisPoints, 0)
  assert.equal(receipt?.hold, 6_000_000)
})

test('for every order filled and resting quantities add up, and nothing is received without a fill', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('buy' as const, 'sell' as const),
      fc.integer({ min: 1, max: 400_000 }),
      fc.integer({ min: 1, max: 10 ** 9 }),
      (side, ticks, quantity) => {
        const price = (ticks * 1_000_000) as PriceUnits
        const receipt = buildReceipt({ ...book, side, price, quantity: quantity as BaseUnits })
        if (receipt === null) return
        assert.equal(receipt.now.quantity + receipt.rests.quantity, quantity)
        const { fee, bourse, vat, income_tax } = receipt.charges
        const gross = side === 'buy' ? quantity : receipt.now.quote + receipt.rests.quote
        assert.equal(receipt.arrives + fee + bourse + vat + income_tax, gross)
        if (side === 'buy') assert.ok(receipt.now.quote + receipt.rests.quote <= receipt.hold)
      },
    ),
  )
})

test('an order above the maximum has no receipt', () => {
  const quantity = 9_000_000_000_000_000 as BaseUnits
  assert.equal(buildReceipt({ ...book, quantity }), null)
})

test('R-11: an immediate order cancels the rest, and pays only for the filled part', () => {
  const receipt = buildReceipt({ ...book, kind: 'ioc' })
  assert.equal(receipt?.now.quantity, 3_000_000)
  assert.deepEqual(receipt?.canceled, { quantity: 1_000_000, cause: 'ioc' })
  assert.equal(receipt?.hold, 1_650_100_000 + 3_300_400_000)
  assert.equal(receipt?.arrives, 3_000_000 - 6_000 - 333)
  assert.equal(receipt?.ahead, 0)
  const whole = buildReceipt({ ...book, kind: 'ioc', quantity: 3_000_000 as BaseUnits })
  assert.equal(whole?.canceled, null)
})

test('R-10: fill or kill counts only quantity before the user’s own order; otherwise it is canceled', () => {
  const killed = buildReceipt({ ...book, kind: 'fok' })
  assert.deepEqual(killed?.canceled, { quantity: 4_000_000, cause: 'fok' })
  assert.deepEqual([killed?.now.quantity, killed?.arrives, killed?.hold], [0, 0, 0])
  const enough = { ...book, kind: 'fok' as const, quantity: 3_000_000 as BaseUnits }
  assert.equal(buildReceipt(enough)?.now.quantity, 3_000_000)
  assert.equal(buildReceipt(enough)?.canceled, null)
  const stopped = buildReceipt({ ...enough, ownOpposite: [165_020_000_000] })
  assert.deepEqual(stopped?.canceled, { quantity: 3_000_000, cause: 'fok' })
})

test('R-10: post-only is refused if anything would fill, also against the user’s own order', () => {
  assert.deepEqual(buildReceipt({ ...book, kind: 'post' })?.refusal, { kind: 'post' })
  const waiting = { ...book, kind: 'post' as const, price: 165_000_000_000 as PriceUnits }
  assert.equal(buildReceipt(waiting)?.refusal, null)
  assert.equal(buildReceipt(waiting)?.rests.quantity, 4_000_000)
  const own = buildReceipt({ ...waiting, ownOpposite: [165_000_000_000] })
  assert.deepEqual(own?.refusal, { kind: 'post' })
})

test('R-10: a price outside the band is reported before the click', () => {
  const band = {
    min: 16_500_000_000 as PriceUnits,
    max: 165_010_000_000 as PriceUnits,
  }
  assert.deepEqual(buildReceipt({ ...book, band })?.refusal, { kind: 'above', price: band.max })
  const low = buildReceipt({ ...book, band, price: 16_499_000_000 as PriceUnits })
  assert.deepEqual(low?.refusal, { kind: 'below', price: band.min })
  assert.equal(buildReceipt({ ...book, band, price: band.max })?.refusal, null)
})
