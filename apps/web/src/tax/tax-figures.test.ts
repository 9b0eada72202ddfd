import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coinText, rateText } from './tax-figures.ts'

test('rates are percentages to their last digit, coins have all their decimals', () => {
  const rates = ['0.0021', '0.0012', '0.000222', '0.0000', '1.0000']
  assert.deepEqual(rates.map(rateText), ['0,21%', '0,12%', '0,0222%', '0,00%', '100,00%'])
  assert.equal(coinText('0.70000000'), '0,70000000')
})
