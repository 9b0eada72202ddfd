import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { outOfRange, powerOfTen } from './exact.ts'
import {
  buyHold,
  chargeAmount,
  fillQuote,
  findOrderFault,
  type OrderFault,
  priceBand,
  quantityForBudget,
  shareOf,
} from './trade.ts'
import { currencyUnits, priceUnits, ratePpm, unitsMax } from './units.ts'

/** BTC_IDR as R-03 lists it: units Rp 0.01 and 10^-8 BTC. */
const btcIdr = {
  tick: priceUnits(100_000),
  lot: currencyUnits(1),
  notionalMin: currencyUnits(1_000_000),
  quantityMax: currencyUnits(100_000_000_000),
  priceMin: priceUnits(100_000_000),
  priceMax: priceUnits(100_000_000_000_000),
  buyBandPpm: ratePpm(1_200_000),
  sellBandPpm: ratePpm(800_000),
}
const reference = priceUnits(165_000_000_000)
const baseScale = powerOfTen(8)

const prices = fc
  .integer({ min: 1_000, max: 100_000_000 })
  .map((ticks) => priceUnits(ticks * 100_000))
const quantities = fc.integer({ min: 1, max: 5_000_000_000 }).map(currencyUnits)

test('R-01: the budget that the browser sends buys exactly the quantity that was typed', () => {
  fc.assert(
    fc.property(prices, quantities, (price, quantity) => {
      const budget = buyHold(price, quantity, baseScale)
      fc.pre(budget !== outOfRange)
      assert.equal(quantityForBudget(budget, price, baseScale, btcIdr.lot), quantity)
    }),
  )
})

test('ATT-53: a budget never buys more than it pays, and one lot more would cost more', () => {
  const budgets = fc.integer({ min: 1, max: 1_000_000_000_000_000 }).map(currencyUnits)
  const lots = fc.constantFrom(1, 10, 10_000).map(currencyUnits)
  fc.assert(
    fc.property(prices, budgets, lots, (price, budget, lot) => {
      const quantity = quantityForBudget(budget, price, baseScale, lot)
      assert.ok(buyHold(price, quantity, baseScale) <= budget)
      const more = buyHold(price, currencyUnits(quantity + lot), baseScale)
      assert.ok(more > budget)
    }),
  )
})

test('R-02: fills of an order never cost more than its hold, whatever the parts', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 100_000_000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(prices, parts, (price, quantitiesOfParts) => {
      const whole = quantitiesOfParts.reduce((sum, part) => sum + part, 0)
      let hold = buyHold(price, currencyUnits(whole), baseScale)
      let left = whole
      for (const part of quantitiesOfParts) {
        left -= part
        const paid = fillQuote(price, currencyUnits(part), baseScale)
        const after = buyHold(price, currencyUnits(left), baseScale)
        const refund = hold - paid - after
        assert.ok(refund === 0 || refund === 1, `refund ${refund}`)
        hold = after
      }
      assert.equal(hold, 0)
    }),
  )
})

test('R-02: a charge is rounded down, and a unit less at rates below 100 %', () => {
  assert.equal(chargeAmount(currencyUnits(1_000_000), ratePpm(2_000)), 2_000)
  assert.equal(chargeAmount(currencyUnits(499), ratePpm(2_000)), 0)
  assert.equal(chargeAmount(currencyUnits(500), ratePpm(2_000)), 1)
  assert.equal(chargeAmount(unitsMax, ratePpm(50_000)), Number((BigInt(unitsMax) * 5n) / 100n))
})

test('DEC-84: shares are rounded down, and all of it is all of it', () => {
  assert.equal(shareOf(currencyUnits(3), 50), 1)
  assert.equal(shareOf(currencyUnits(3), 75), 2)
  assert.equal(shareOf(unitsMax, 100), unitsMax)
})

test('R-10: the band is 1.2 × for buys, 0.8 × for sells, 0.1 × to 10 × for either', () => {
  assert.deepEqual(priceBand(btcIdr, reference, 'buy'), {
    min: 16_500_000_000,
    max: 198_000_000_000,
  })
  assert.deepEqual(priceBand(btcIdr, reference, 'sell'), {
    min: 132_000_000_000,
    max: 1_650_000_000_000,
  })
  const low = priceUnits(btcIdr.priceMin)
  assert.equal(priceBand(btcIdr, low, 'buy').min, btcIdr.priceMin)
  const high = priceUnits(btcIdr.priceMax)
  assert.equal(priceBand(btcIdr, high, 'sell').max, btcIdr.priceMax)
})

type FaultRow = readonly [price: number, quantity: number, code: OrderFault['code'] | null]

const faultRows: readonly FaultRow[] = [
  [165_000_000_000, 1_000, null],
  [165_000_000_001, 1_000, 'order.off_tick'],
  [0, 1_000, 'order.off_tick'],
  [-100_000, 1_000, 'order.off_tick'],
  [Number.NaN, 1_000, 'order.off_tick'],
  [165_000_000_000, 1.5, 'order.off_lot'],
  [165_000_000_000, -2, 'order.off_lot'],
  [165_000_000_000, Number.NaN, 'order.off_lot'],
  [165_000_000_000, 0, 'order.below_minimum'],
  [165_000_000_000, 606, 'order.below_minimum'],
  [165_000_000_000, 607, null],
  [165_000_000_000, 100_000_000_000, null],
  [165_000_000_000, 100_000_000_001, 'order.above_maximum'],
  [165_000_000_000, outOfRange, 'order.above_maximum'],
  [9_007_199_254_700_000, 100_000_000_000, 'order.above_maximum'],
  [198_000_000_000, 1_000, null],
  [198_000_100_000, 1_000, 'order.out_of_band'],
  [16_500_000_000, 10_000, null],
  [16_499_900_000, 10_000, 'order.out_of_band'],
]

test('ATT-52, ATT-61: an order off tick, off lot, too small, too big or far off is found', () => {
  const band = priceBand(btcIdr, reference, 'buy')
  for (const [price, quantity, code] of faultRows) {
    const fault = findOrderFault(
      btcIdr,
      band,
      baseScale,
      priceUnits(price),
      currencyUnits(quantity),
    )
    assert.equal(fault?.code ?? null, code, `${quantity} at ${price}`)
  }
})
