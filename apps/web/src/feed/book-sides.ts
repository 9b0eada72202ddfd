/**
 * The two sides of a book as they are received: complete snapshots, each with a number and a checksum over
 * both sides. An older snapshot is dropped. Two sides with the same number are checked together.
 */
import type { Level, Side } from './levels.ts'

export type SideSnapshot = {
  readonly side: Side
  readonly seq: number
  /** Of both sides at `seq`: an unsigned 32-bit number. */
  readonly checksum: number
  /** Best first. */
  readonly levels: readonly Level[]
}

export type BookSides = {
  readonly buy: SideSnapshot | null
  readonly sell: SideSnapshot | null
  /**
   * `empty`: a side is missing. `waiting`: the sides have different numbers. `verified`: both have the
   * same number and match the checksum. `wrong`: they do not match it.
   */
  readonly state: 'empty' | 'waiting' | 'verified' | 'wrong'
}

/** The checksum of a complete book, computed as the server computes it. */
export type Checksum = (bids: readonly Level[], asks: readonly Level[]) => number

export const noBookSides: BookSides = { buy: null, sell: null, state: 'empty' }

/** Returns the sides with a new snapshot; returns `sides` itself if the snapshot is older. */
export function addSideSnapshot(
  sides: BookSides,
  next: SideSnapshot,
  checksum: Checksum,
): BookSides {
  const known = sides[next.side]
  if (known !== null && next.seq < known.seq) return sides
  const buy = next.side === 'buy' ? next : sides.buy
  const sell = next.side === 'sell' ? next : sides.sell
  return { buy, sell, state: judge(buy, sell, checksum) }
}

/**
 * Decides about sides that are `waiting`. The server sends only a side that changed, so the older side may
 * still be current: the checksum of the newer side decides.
 */
export function resolveWaitingSides(sides: BookSides, checksum: Checksum): BookSides {
  const { buy, sell, state } = sides
  if (state !== 'waiting' || buy === null || sell === null) return sides
  const newer = buy.seq > sell.seq ? buy : sell
  const isRight = checksum(buy.levels, sell.levels) === newer.checksum
  return { buy, sell, state: isRight ? 'verified' : 'wrong' }
}

function judge(
  buy: SideSnapshot | null,
  sell: SideSnapshot | null,
  checksum: Checksum,
): BookSides['state'] {
  if (buy === null || sell === null) return 'empty'
  if (buy.seq !== sell.seq) return 'waiting'
  return checksum(buy.levels, sell.levels) === buy.checksum ? 'verified' : 'wrong'
}
