/**
 * The list of last trades, newest first, kept by their gap-free numbers: a repeat changes
 * nothing, a hole is seen, and what fills it finds its place.
 */

export type Trade = {
  /** Gap-free per market. */
  readonly no: number
  /** Price units and base units. */
  readonly price: number
  readonly quantity: number
  readonly takerSide: 'buy' | 'sell'
  readonly timeMs: number
}

/** The list is bounded (DEC-89). */
export const recentTradesMax = 100

export type RecentTrades = {
  /** Newest first, at most `recentTradesMax`, no number twice. */
  readonly trades: readonly Trade[]
  /** Whether a number between the oldest and the newest is missing. */
  readonly hasGap: boolean
}

export const noRecentTrades: RecentTrades = { trades: [], hasGap: false }

/** Returns the tape with more trades in it, in whatever order and however often they came. */
export function addTrades(known: RecentTrades, more: readonly Trade[]): RecentTrades {
  if (more.length === 0) return known
  const byNo = new Map<number, Trade>()
  for (const trade of [...known.trades, ...more]) byNo.set(trade.no, trade)
  return toRecentTrades([...byNo.values()])
}

/** Returns a tape of just these trades: what a full answer of the server brings. */
export function toRecentTrades(trades: readonly Trade[]): RecentTrades {
  const sorted = [...trades].sort((a, b) => b.no - a.no).slice(0, recentTradesMax)
  return { trades: sorted, hasGap: sorted.some((trade, index) => isHole(trade, sorted[index + 1])) }
}

function isHole(trade: Trade, older: Trade | undefined): boolean {
  return older !== undefined && trade.no !== older.no + 1
}
