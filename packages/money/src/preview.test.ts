import assert from 'node:assert/strict'
import { test } from 'node:test'
import { powerOfTen } from './exact.ts'
import { type PreviewInput, previewOrder } from './preview.ts'
import { currencyUnits, priceUnits, ratePpm } from './units.ts'

const fee = (ppm: number) => ({ kind: 'fee', base: 'gross', ratePpm: ratePpm(ppm) }) as const
const vatOnFee = { kind: 'vat', base: 'fee', ratePpm: ratePpm(110_000) } as const
const incomeTax = { kind: 'income_tax', base: 'gross', ratePpm: ratePpm(2_100) } as const

const input: PreviewInput = {
  side: 'buy',
  price: priceUnits(165_000_000_000),
  quantity: currencyUnits(3_000_000),
  baseScale: powerOfTen(8),
  levels: [
    { price: priceUnits(164_000_000_000), quantity: currencyUnits(1_000_000) },
    { price: priceUnits(165_000_000_000), quantity: currencyUnits(500_000) },
    { price: priceUnits(166_000_000_000), quantity: currencyUnits(9_000_000) },
  ],
  takerRates: [fee(2_000), vatOnFee],
  makerRates: [fee(1_000)],
}

test("R-72: a buy's preview has the hold, the immediate fill, the resting rest, the charges and the amount received", () => {
  assert.deepEqual(previewOrder(input), {
    hold: 4_950_000_000,
    fillsNow: {
      quantity: 1_500_000,
      quote: 1_640_000_000 + 825_000_000,
      charges: { fee: 2_000 + 1_000, bourse: 0, vat: 220 + 110, income_tax: 0 },
      arrives: 1_500_000 - 3_000 - 330,
    },
    rests: {
      quantity: 1_500_000,
      quote: 2_475_000_000,
      charges: { fee: 1_500, bourse: 0, vat: 0, income_tax: 0 },
      arrives: 1_498_500,
    },
  })
})

test("R-05: a sell's charges are deducted from the quote that it receives", () => {
  const levels = [{ price: priceUnits(166_000_000_000), quantity: currencyUnits(9_000_000) }]
  const preview = previewOrder({
    ...input,
    side: 'sell',
    levels,
    takerRates: [fee(2_000), incomeTax],
  })
  assert.equal(preview?.hold, 3_000_000)
  assert.deepEqual(preview?.fillsNow, {
    quantity: 3_000_000,
    quote: 4_980_000_000,
    charges: { fee: 9_960_000, bourse: 0, vat: 0, income_tax: 10_458_000 },
    arrives: 4_980_000_000 - 9_960_000 - 10_458_000,
  })
  assert.equal(preview?.rests.quantity, 0)
})

test('ATT-52: no preview for an order that is too large', () => {
  const price = priceUnits(9_007_199_254_740_991)
  assert.equal(previewOrder({ ...input, price, quantity: currencyUnits(200_000_000) }), null)
})
