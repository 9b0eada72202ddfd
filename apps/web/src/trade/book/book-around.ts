/** The quantity near the middle of the book. */
import type { Level } from '../../feed/levels.ts'

type Book = { readonly bids: readonly Level[]; readonly asks: readonly Level[] }

/**
 * Returns the quantity on each side within one percent of the middle price, in base units. The middle of an
 * odd spread is between two price units, so doubled prices are compared to avoid rounding.
 */
export function aroundMiddle({ bids, asks }: Book): {
  readonly bids: number
  readonly asks: number
} {
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  const doubled = (bid ?? ask ?? 0) + (ask ?? bid ?? 0)
  const isNear = ({ price }: Level) => Math.abs(price * 2 - doubled) * 100 <= doubled
  const sum = (levels: readonly Level[]) =>
    levels.reduce((all, level) => (isNear(level) ? all + level.quantity : all), 0)
  return { bids: sum(bids), asks: sum(asks) }
}
