import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toTypedValue, parseValue } from './setting.ts'

test('a rupiah setting accepts the usual notations of whole rupiah', () => {
  const read = (typed: string) => parseValue('rupiah', typed)
  assert.deepEqual(
    ['50000', '50.000', ' Rp 1.500.000 ', '1,5jt', '25rb', '0'].map(read),
    [50_000, 50_000, 1_500_000, 1_500_000, 25_000, 0],
  )
  for (const typed of ['', 'much', '0,5', '-1', '1.5.0', '1'.repeat(16)]) {
    assert.equal(read(typed), null, typed)
  }
})

test('counts are whole, switches are on or off, and texts are trimmed', () => {
  assert.deepEqual(
    ['24', '1.000', '1.5', '', 'x'].map((typed) => parseValue('count', typed)),
    [24, 1000, null, null, null],
  )
  assert.deepEqual([parseValue('switch', 'on'), parseValue('switch', 'off')], [true, false])
  assert.equal(parseValue('text', '  PT Tukar '), 'PT Tukar')
  assert.equal(toTypedValue({ field: 'switch', value: true }), 'on')
  assert.equal(toTypedValue({ field: 'rupiah', value: 5_000 }), '5000')
})
