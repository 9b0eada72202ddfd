/** Compares the rows of a book with the rendered ones. */
import type { BookRow } from '../../feed/frame.ts'

/** The texts of a row's cells in the page. */
export type DrawnRow = readonly string[]

/**
 * Whether the page has exactly these rows, in any order. A cell may have a text for screen readers before the
 * price.
 */
export function isDrawnAs(drawn: readonly DrawnRow[], rows: readonly BookRow[]): boolean {
  if (drawn.length !== rows.length) return false
  return rows.every(({ priceText, quantityText }) =>
    drawn.some(([price, quantity]) => price?.endsWith(priceText) && quantity === quantityText),
  )
}
