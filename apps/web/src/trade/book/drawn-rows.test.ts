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

test('the book is drawn where each row is there, with or without words for screen readers', () => {
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

test('an old, a changed, a missing or a foreign row is another book', () => {
  const first = ['1.651', '0,20']
  const second = ['1.652', '0,30']
  assert.equal(isDrawnAs([first, ['1.650', '0,30']], rows), false)
  assert.equal(isDrawnAs([first, ['1.652', '0,30 (5 USD)']], rows), false)
  assert.equal(isDrawnAs([first], rows), false)
  assert.equal(isDrawnAs([first, second, second], rows), false)
})
