/** The last trades of a market and the two prices that lists show beside each other. */
import { type PublicTrade, tradesKept } from './port.ts'
import type { MarketHistory } from './store.ts'

export type PublicTape = {
  add(trade: PublicTrade): void
  /** Newest first, at most `tradesKept`. */
  trades(): readonly PublicTrade[]
  lastPrice(): number | null
  /** The last price that differed from the last one. */
  previousPrice(): number | null
  /** Time of the last trade; 0 before the first. */
  lastTimeMs(): number
}

/** A tape that begins with what the tables hold. */
export function createPublicTape(history: MarketHistory): PublicTape {
  // Oldest first, at most twice what is kept.
  const recent = history.trades.toReversed()
  let previousPrice = history.previousPrice
  let shown: readonly PublicTrade[] | null = null
  return {
    add(trade) {
      const last = recent.at(-1)
      if (last !== undefined && last.price !== trade.price) previousPrice = last.price
      recent.push(trade)
      if (recent.length > 2 * tradesKept) recent.splice(0, recent.length - tradesKept)
      shown = null
    },
    trades() {
      shown ??= recent.slice(-tradesKept).reverse()
      return shown
    },
    lastPrice: () => recent.at(-1)?.price ?? null,
    previousPrice: () => previousPrice,
    lastTimeMs: () => recent.at(-1)?.timeMs ?? 0,
  }
}
