/** The recent trades of a market, and the last and previous price for lists. */
import { type PublicTrade, recentTradesMax } from './port.ts'
import type { MarketHistory } from './store.ts'

export type RecentTrades = {
  add(trade: PublicTrade): void
  /** Newest first, at most `recentTradesMax`. */
  trades(): readonly PublicTrade[]
  lastPrice(): number | null
  /** The last price that differed from the last one. */
  previousPrice(): number | null
  /** Time of the last trade; 0 before the first. */
  lastTimeMs(): number
}

/** Creates the list from stored trades. */
export function createRecentTrades(history: MarketHistory): RecentTrades {
  // Oldest first, at most twice the maximum.
  const recent = history.trades.toReversed()
  let previousPrice = history.previousPrice
  let shown: readonly PublicTrade[] | null = null
  return {
    add(trade) {
      const last = recent.at(-1)
      if (last !== undefined && last.price !== trade.price) previousPrice = last.price
      recent.push(trade)
      if (recent.length > 2 * recentTradesMax) recent.splice(0, recent.length - recentTradesMax)
      shown = null
    },
    trades() {
      shown ??= recent.slice(-recentTradesMax).reverse()
      return shown
    },
    lastPrice: () => recent.at(-1)?.price ?? null,
    previousPrice: () => previousPrice,
    lastTimeMs: () => recent.at(-1)?.timeMs ?? 0,
  }
}
