import assert from 'node:assert/strict'
import { test } from 'node:test'
import { precisionsOf } from '../feed/levels.ts'
import { precisionLabel } from './texts.ts'

test('BOOK-03 R-70: the precision menu writes its steps as the page writes every number', () => {
  const shown = precisionsOf(100_000, 2).map(({ label }) => precisionLabel(label))
  assert.deepEqual(shown.slice(0, 5), ['0,0001', '0,001', '0,01', '0,1', '1'])
  assert.deepEqual(shown.slice(5), ['1.000', '10.000', '100.000', '1.000.000'])
})
