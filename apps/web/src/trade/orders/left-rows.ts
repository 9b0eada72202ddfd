/** Keeps rows that left a list in place for a moment, so that a second click does not hit the next order. */
import type { MyOrder } from '../wire.ts'

/** A row of the list; `isLeft` is set once the order is no longer open. */
export type ShownOrder = { readonly order: MyOrder; readonly isLeft: boolean }

/** After this time without changes, all rows that left are removed together. */
export const stayMs = 2_000
/** The maximum time that a row stays. */
export const stayMsMax = 10_000

/**
 * Returns the rows after a change: the orders in their order, and between them the rows that left, at their
 * old positions. Returns `shown` itself without changes.
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

/** After the row that preceded it; else before the row that followed it. */
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

/** How long rows that left still stay after a change; `firstLeftMs` is when the first of them left. */
export function stayAfter(firstLeftMs: number, nowMs: number): number {
  return Math.max(0, Math.min(stayMs, firstLeftMs + stayMsMax - nowMs))
}

/** The rows without those that left. */
export function withoutLeft(shown: readonly ShownOrder[]): readonly ShownOrder[] {
  return shown.filter(({ isLeft }) => !isLeft)
}
