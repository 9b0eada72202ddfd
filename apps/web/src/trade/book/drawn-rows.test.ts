import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BookRow } from '../../feed/frame.ts'
import { isDrawnAs } from './drawn-rows.ts'

const row = (priceText: string, quantityText: string): BookRow => ({
  price: 1,
  quantity: 1,
  priceText,
  quantityText,
  totalText: '1',
  sharePercent: 1,
})
const rows = [row('1.651', '0,20'), row('1.652', '0,30')]

test('a book counts as drawn if every row is there, with or without texts for screen readers', () => {
  assert.equal(
    isDrawnAs(
      [
        ['1.652', '0,30', '9'],
        ['Own order 1.651', '0,20'],
      ],
      rows,
    ),
    true,
  )
  assert.equal(isDrawnAs([], []), true)
})

test('a book with an old, changed, missing or foreign row does not count as drawn', () => {
  const first = ['1.651', '0,20']
  const second = ['1.652', '0,30']
  assert.equal(isDrawnAs([first, ['1.650', '0,30']], rows), false)
  assert.equal(isDrawnAs([first, ['1.652', '0,30 (5 USD)']], rows), false)
  assert.equal(isDrawnAs([first], rows), false)
  assert.equal(isDrawnAs([first, second, second], rows), false)
})
