/**
 * The recent trades, newest first, merged by their gapless numbers: repeats change nothing, a missing
 * number is detected, and a late trade takes its position.
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

/** Returns the trades with more of them merged, in any order and with repeats. */
export function addTrades(known: RecentTrades, more: readonly Trade[]): RecentTrades {
  if (more.length === 0) return known
  const byNo = new Map<number, Trade>()
  for (const trade of [...known.trades, ...more]) byNo.set(trade.no, trade)
  return toRecentTrades([...byNo.values()])
}

/** Returns exactly these trades, as from a complete answer of the server. */
export function toRecentTrades(trades: readonly Trade[]): RecentTrades {
  const sorted = [...trades].sort((a, b) => b.no - a.no).slice(0, recentTradesMax)
  return { trades: sorted, hasGap: sorted.some((trade, index) => isHole(trade, sorted[index + 1])) }
}

function isHole(trade: Trade, older: Trade | undefined): boolean {
  return older !== undefined && trade.no !== older.no + 1
}
