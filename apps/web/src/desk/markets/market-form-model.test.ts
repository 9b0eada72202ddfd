import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  readPercent,
  readRules,
  readTyped,
  typedAtFirst,
  toTypedRules,
} from './market-form-model.ts'

const rules = {
  tick: '1000.00',
  lot: '0.00000001',
  minimum: '10000.00',
  quantityMax: '1000.00000000',
  priceMin: '1000000.00',
  priceMax: '100000000000.00',
  referencePrice: '1650000000.50',
  buyBandPpm: 1_200_000,
  sellBandPpm: 805_500,
  openOrdersMax: 200,
}

test('ATT-65: unchanged fields of a market’s rules are sent unchanged', () => {
  const typed = toTypedRules(rules)
  assert.equal(typed.tick, '1000')
  assert.equal(typed.lot, '0,00000001')
  assert.equal(typed.referencePrice, '1650000000,5')
  assert.deepEqual([typed.buyBand, typed.sellBand], ['120', '80,55'])
  assert.deepEqual(readRules(typed), {
    ok: true,
    rules: {
      tick: '1000',
      lot: '0.00000001',
      minimum: '10000',
      quantity_max: '1000',
      price_min: '1000000',
      price_max: '100000000000',
      reference_price: '1650000000.5',
      buy_band_ppm: 1_200_000,
      sell_band_ppm: 805_500,
      open_orders_max: 200,
    },
  })
})

test('R-07: an ambiguous amount is asked about, never guessed', () => {
  assert.ok('fault' in readTyped('1.000'))
  assert.ok('fault' in readTyped(''))
  assert.deepEqual(readTyped('1000,5'), { raw: '1000.5' })
  assert.deepEqual(readTyped('1.000', { decimals: 2, currency: 'IDR' }), { raw: '1000' })
})

test('SRV-60: a rate has at most four decimals of a percent', () => {
  assert.equal(readPercent('0,2222'), 2_222)
  assert.equal(readPercent('12,345'), 123_450)
  assert.equal(readPercent('0'), 0)
  assert.equal(readPercent('0,00001'), null)
  assert.equal(readPercent('x'), null)
})

test('the form of a new market shows every empty field', () => {
  const read = readRules(typedAtFirst)
  assert.equal(read.ok, false)
  const faults = read.ok ? {} : read.faults
  assert.deepEqual(Object.keys(faults).toSorted(), [
    'lot',
    'minimum',
    'priceMax',
    'priceMin',
    'quantityMax',
    'referencePrice',
    'tick',
  ])
})
