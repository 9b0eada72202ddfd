/** Compares the rows of a book with those that a page has. */
import type { BookRow } from '../../feed/frame.ts'

/** The texts of a row's cells, as they are in the page. */
export type DrawnRow = readonly string[]

/** Whether the page has these rows, in any order. A price may have words for screen readers before it. */
export function isDrawnAs(drawn: readonly DrawnRow[], rows: readonly BookRow[]): boolean {
  if (drawn.length !== rows.length) return false
  return rows.every(({ priceText, quantityText }) =>
    drawn.some(([price, quantity]) => price?.endsWith(priceText) && quantity === quantityText),
  )
}
