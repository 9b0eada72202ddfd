import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BookRow } from '../../feed/frame.ts'
import { forgetRows, writeRows } from './book-rows.ts'
import { pageElement } from './testing/page-element.ts'

const rowOf = (price: number, quantityText = '1'): BookRow => ({
  price,
  quantity: 1,
  priceText: `p${price}`,
  quantityText,
  totalText: `t${price}`,
  sharePercent: price,
})

function placesOf(count: number) {
  const parts = Array.from({ length: count }, () => ({
    row: pageElement(),
    ownMark: pageElement(),
    price: pageElement(),
    bar: pageElement(),
    quantity: pageElement(),
    total: pageElement(),
  }))
  const places = parts.map(({ row, ownMark, price, bar, quantity, total }) => ({
    row: row.element,
    ownMark: ownMark.element,
    price: price.element,
    bar: bar.element,
    quantity: quantity.element,
    total: total.element,
  }))
  const texts = () =>
    places.map(({ ownMark, price, quantity, total }) =>
      [ownMark, price, quantity, total].map(({ textContent }) => textContent).join(' '),
    )
  const of = (name: string) => parts.map(({ row }) => row.attributes.get(name) ?? null)
  const written = () =>
    parts.flatMap((part) => Object.values(part)).reduce((sum, { writes }) => sum + writes.length, 0)
  return { places, texts, of, written }
}

const plan = { isReversed: false, isOwn: (price: number) => price === 2, ownText: 'own' }

test('buys run down from the best, sells up from the best; rows without a level are empty', () => {
  const { places, texts, of } = placesOf(3)
  writeRows(places, { ...plan, rows: [rowOf(1), rowOf(2)] })
  assert.deepEqual(texts(), [' p1 1 t1', 'own p2 1 t2', '   '])
  assert.deepEqual(of('data-price'), ['1', '2', null])
  assert.deepEqual(of('data-own'), ['false', 'true', null])
  assert.deepEqual(of('tabindex'), ['0', '-1', null])
  assert.deepEqual(of('aria-hidden'), [null, null, 'true'])
  writeRows(places, { ...plan, isReversed: true, rows: [rowOf(1), rowOf(2)] })
  assert.deepEqual(texts(), ['   ', 'own p2 1 t2', ' p1 1 t1'])
  assert.deepEqual(of('data-price'), [null, '2', '1'])
  assert.deepEqual(of('tabindex'), [null, '0', '-1'])
  assert.deepEqual(of('aria-hidden'), ['true', null, null])
})

test('only changed figures are written; after a foreign change all are', () => {
  const { places, texts, written } = placesOf(2)
  writeRows(places, { ...plan, rows: [rowOf(1), rowOf(3)] })
  const once = written()
  writeRows(places, { ...plan, rows: [rowOf(1), rowOf(3)] })
  assert.equal(written(), once)
  writeRows(places, { ...plan, rows: [rowOf(1), rowOf(3, '5')] })
  // Writes the quantity and removes the name with the old figures.
  assert.ok(written() - once <= 2)
  const [first] = places
  assert.ok(first !== undefined)
  first.price.textContent = '9 USD'
  forgetRows(places)
  writeRows(places, { ...plan, rows: [rowOf(1), rowOf(3, '5')] })
  assert.deepEqual(texts(), [' p1 1 t1', ' p3 5 t3'])
})
