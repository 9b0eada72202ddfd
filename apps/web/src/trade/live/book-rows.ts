/** Writes the rows of one side of the book into the rendered rows. */
import type { BookRow } from '../../feed/frame.ts'
import { findSlot, type Writable } from './slots.ts'

/**
 * The elements of a row: the row itself, its cells, and in the first cell the mark, the price and the bar.
 */
export type RowElements = {
  readonly row: Writable
  readonly ownMark: Writable
  readonly price: Writable
  readonly bar: Writable
  readonly quantity: Writable
  /** Null without space for totals. */
  readonly total: Writable | null
}

export type RowsPlan = {
  /** Best first. */
  readonly rows: readonly BookRow[]
  /** From the worst to the best, for sells above the middle. */
  readonly isReversed: boolean
  /** Whether the user has an order in the price step. */
  readonly isOwn: (price: number) => boolean
  readonly ownText: string
}

/** The row at an index of the table; null without one. */
export function rowAt(
  { rows, isReversed }: Pick<RowsPlan, 'rows' | 'isReversed'>,
  count: number,
  place: number,
): BookRow | null {
  return rows[isReversed ? count - 1 - place : place] ?? null
}

/** Writes all rows without reading from the page. */
export function writeRows(places: readonly RowElements[], plan: RowsPlan): void {
  const count = places.length
  const first = plan.isReversed ? count - plan.rows.length : 0
  for (const [index, place] of places.entries()) {
    const row = rowAt(plan, count, index)
    // Only the first row is in the tab order; arrow keys reach the others.
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
  // A name that was set on hover has the old figures.
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

/** Discards the record of written values, so that the next pass writes all of them. */
export function forgetRows(places: readonly RowElements[]): void {
  for (const { row, ownMark, price, bar, quantity, total } of places) {
    for (const one of [row, ownMark, price, bar, quantity, total])
      if (one !== null) findSlot(one).forget()
  }
}
