/** Writes the rows of one side of the book into the rows that the page has for them. */
import type { BookRow } from '../../feed/frame.ts'
import { findSlot, type Writable } from './slots.ts'

/** A row's element, its cells, and what stands in the first of them: words, the price, and the bar. */
export type RowElements = {
  readonly row: Writable
  readonly ownMark: Writable
  readonly price: Writable
  readonly bar: Writable
  readonly quantity: Writable
  /** Null where there is no room for totals. */
  readonly total: Writable | null
}

export type RowsPlan = {
  /** Best first. */
  readonly rows: readonly BookRow[]
  /** From the worst to the best, as sells stand above the middle. */
  readonly isReversed: boolean
  /** Whether an own order stands in the step of this price. */
  readonly isOwn: (price: number) => boolean
  readonly ownText: string
}

/** The row that stands at a place, null where none does. */
export function rowAt(
  { rows, isReversed }: Pick<RowsPlan, 'rows' | 'isReversed'>,
  count: number,
  place: number,
): BookRow | null {
  return rows[isReversed ? count - 1 - place : place] ?? null
}

/** Writes all rows; nothing is read from the page meanwhile. */
export function writeRows(places: readonly RowElements[], plan: RowsPlan): void {
  const count = places.length
  const first = plan.isReversed ? count - plan.rows.length : 0
  for (const [index, place] of places.entries()) {
    const row = rowAt(plan, count, index)
    // Tab reaches the first row alone; the others are reached by arrows.
    if (row === null) writeEmpty(place)
    else writeRow(place, row, { plan, isReachable: index === Math.max(0, first) })
  }
}

function writeRow(
  { row: element, ownMark, price, bar, quantity, total }: RowElements,
  row: BookRow,
  { plan, isReachable }: { readonly plan: RowsPlan; readonly isReachable: boolean },
): void {
  const isOwn = plan.isOwn(row.price)
  const slot = findSlot(element)
  slot.attribute('data-price', String(row.price))
  slot.attribute('data-own', String(isOwn))
  slot.attribute('aria-hidden', null)
  slot.attribute('tabindex', isReachable ? '0' : '-1')
  findSlot(bar).property('--row-share', `${row.sharePercent}%`)
  findSlot(ownMark).text(isOwn ? plan.ownText : '')
  const isOtherPrice = findSlot(price).text(row.priceText)
  const isOtherQuantity = findSlot(quantity).text(row.quantityText)
  // The name that a row got when the pointer came by is that of other figures.
  if (isOtherPrice || isOtherQuantity) slot.attribute('title', null)
  if (total !== null) findSlot(total).text(row.totalText)
}

function writeEmpty({ row: element, ownMark, price, quantity, total }: RowElements): void {
  const slot = findSlot(element)
  for (const name of ['data-price', 'data-own', 'tabindex', 'title']) {
    slot.attribute(name, null)
  }
  slot.attribute('aria-hidden', 'true')
  for (const one of [ownMark, price, quantity, total]) if (one !== null) findSlot(one).text('')
}

/** Forgets what was written, so that the next pass writes all of it again. */
export function forgetRows(places: readonly RowElements[]): void {
  for (const { row, ownMark, price, bar, quantity, total } of places) {
    for (const one of [row, ownMark, price, bar, quantity, total])
      if (one !== null) findSlot(one).forget()
  }
}
