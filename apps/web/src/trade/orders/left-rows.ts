/**
 * Rows that left a list keep their place for a moment, so that a second click on one spot does not meet
 * the next order.
 */
import type { MyOrder } from '../wire.ts'

/** A row of the list; `isLeft` is set once its order is no longer open. */
export type ShownOrder = { readonly order: MyOrder; readonly isLeft: boolean }

/** So long after the last change, all orders that left go together. */
export const stayMs = 2_000
/** No row stays longer, however much changes meanwhile. */
export const stayMsMax = 10_000

/**
 * What is shown after the list changed: the orders in their order, and between them those that left, where
 * they stood. Returns `shown` itself where nothing changed.
 */
export function rowsAfter(
  shown: readonly ShownOrder[],
  orders: readonly MyOrder[],
): readonly ShownOrder[] {
  const open = new Set(orders.map(({ id }) => id))
  const rows: ShownOrder[] = orders.map((order) => ({ order, isLeft: false }))
  for (const [index, { order }] of shown.entries()) {
    if (open.has(order.id)) continue
    rows.splice(findIndex(rows, shown, index), 0, { order, isLeft: true })
  }
  const isSame = rows.length === shown.length && rows.every((row, index) => same(row, shown[index]))
  return isSame ? shown : rows
}

function same(row: ShownOrder, other: ShownOrder | undefined): boolean {
  return row.order === other?.order && row.isLeft === other.isLeft
}

/** Behind the row that stood before it; else before the one that stood behind it. */
function findIndex(
  rows: readonly ShownOrder[],
  shown: readonly ShownOrder[],
  index: number,
): number {
  const indexIn = (one: ShownOrder | undefined) =>
    rows.findIndex(({ order }) => order.id === one?.order.id)
  const before = shown[index - 1]
  if (before !== undefined) return indexIn(before) + 1
  const behind = shown.slice(1).find((one) => indexIn(one) >= 0)
  return behind === undefined ? rows.length : indexIn(behind)
}

/** How long rows that left still stay after a change; the first of them left at `firstLeftMs`. */
export function stayAfter(firstLeftMs: number, nowMs: number): number {
  return Math.max(0, Math.min(stayMs, firstLeftMs + stayMsMax - nowMs))
}

/** The rows without those that left. */
export function withoutLeft(shown: readonly ShownOrder[]): readonly ShownOrder[] {
  return shown.filter(({ isLeft }) => !isLeft)
}
