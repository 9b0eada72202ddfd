import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowNumber } from './row-number.ts'

test('a row number has one spelling: digits without leading zeros', () => {
  assert.deepEqual(['1', '1001', '999999999999999'].map(rowNumber), [1, 1_001, 999_999_999_999_999])
  const wrong = [
    '',
    '0',
    '01',
    '+1',
    '-1',
    '1.0',
    '1e3',
    ' 1',
    '1\n',
    '0x1',
    '１',
    '1000000000000000',
  ]
  for (const text of wrong) assert.equal(rowNumber(text), null, JSON.stringify(text))
})
