import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  type AmountFault,
  decimalsOfStep,
  formatPrice,
  formatUnits,
  parseUnits,
} from './decimal.ts'
import { unitsMax } from './units.ts'

type Row = readonly [input: string | number, decimals: number, expected: number | AmountFault]

const rows: readonly Row[] = [
  ['1.5', 8, 150_000_000],
  ['0', 8, 0],
  ['0.00000001', 8, 1],
  ['0.000000010', 8, 1],
  ['0.000000011', 8, 'too_precise'],
  ['1.00', 0, 1],
  ['1.01', 0, 'too_precise'],
  ['007', 2, 700],
  ['1650000000', 2, 165_000_000_000],
  ['90071992547409.91', 2, unitsMax],
  ['90071992547409.92', 2, 'too_large'],
  ['99999999999999999999', 0, 'too_large'],
  ['100000000000000000000', 0, 'too_large'],
  ['1'.repeat(40), 2, 'too_large'],
  [`${'9'.repeat(30)}.50`, 2, 'too_large'],
  [`${'0'.repeat(40)}1`, 2, 'malformed'],
  [`${'1'.repeat(40)}.`, 2, 'malformed'],
  [`${'1'.repeat(40)}e2`, 2, 'malformed'],
  ['0.0000000000000000001', 18, 'malformed'],
  ['', 2, 'malformed'],
  ['.5', 2, 'malformed'],
  ['5.', 2, 'malformed'],
  ['-1', 2, 'malformed'],
  ['+1', 2, 'malformed'],
  [' 1', 2, 'malformed'],
  ['1 ', 2, 'malformed'],
  ['1\n', 2, 'malformed'],
  ['1e3', 2, 'malformed'],
  ['0x10', 2, 'malformed'],
  ['1.000,50', 2, 'malformed'],
  ['1,5', 2, 'malformed'],
  ['NaN', 2, 'malformed'],
  ['Infinity', 2, 'malformed'],
  ['١٢', 2, 'malformed'],
  ['\uff11\uff12', 2, 'malformed'],
  [1.5, 8, 150_000_000],
  [0.1, 1, 1],
  [16_500, 2, 1_650_000],
  [Number.POSITIVE_INFINITY, 2, 'too_large'],
  [1e21, 0, 'too_large'],
  [Number('9007199254740993'), 0, 'too_large'],
  [1e-7, 8, 'malformed'],
  [-0, 2, 'malformed'],
  [-1, 2, 'malformed'],
  [Number.NaN, 2, 'malformed'],
]

test('ATT-31: only plain decimals within the currency are amounts', () => {
  for (const [input, decimals, expected] of rows) {
    const parsed = parseUnits(input, decimals)
    const shown = `${typeof input} ${JSON.stringify(input)} with ${decimals} decimals`
    assert.equal(parsed.ok ? parsed.units : parsed.fault, expected, shown)
  }
})

test('R-07: a figure with all decimals is parsed to the same units', () => {
  const amounts = fc.integer({ min: 0, max: unitsMax })
  const decimals = fc.integer({ min: 0, max: 12 })
  fc.assert(
    fc.property(amounts, decimals, (units, places) => {
      const text = formatUnits(units, places)
      assert.deepEqual(parseUnits(text, places), { ok: true, units })
      assert.equal(text.split('.')[1]?.length ?? 0, places)
    }),
  )
})

test("R-07: amounts carry the currency's full decimals, negatives their sign", () => {
  assert.equal(formatUnits(150_000_000, 8), '1.50000000')
  assert.equal(formatUnits(5, 2), '0.05')
  assert.equal(formatUnits(0, 0), '0')
  assert.equal(formatUnits(-5_000_000_000, 2), '-50000000.00')
})

test("R-07: prices carry the tick's decimals, more only where the price has them", () => {
  assert.equal(decimalsOfStep(100_000, 2), 0)
  assert.equal(decimalsOfStep(10_000, 6), 2)
  assert.equal(decimalsOfStep(1, 6), 6)
  assert.equal(decimalsOfStep(150, 2), 1)
  assert.equal(formatPrice(165_000_000_000, 100_000, 2), '1650000000')
  assert.equal(formatPrice(100_000_120_000, 10_000, 6), '100000.12')
  assert.equal(formatPrice(100_000_123_000, 10_000, 6), '100000.123')
  assert.equal(formatPrice(1_650_050, 100, 2), '16500.5')
  assert.equal(formatPrice(0, 100, 2), '0')
})
