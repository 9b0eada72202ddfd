/**
 * Tells open pages that markets, their rules or their charges are others now: after a change, and when a
 * dated charge begins.
 */
import type { MarketData } from '../../market-data/port.ts'
import type { Listing } from './listing.ts'

export type MarketAnnouncementDeps = {
  readonly listing: Pick<Listing, 'markets' | 'schedules' | 'onChanged'>
  readonly marketData: Pick<MarketData, 'knows'>
  /** Tells everybody who is connected. */
  readonly announce: () => void
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** No timer waits longer than this; what is further off is looked at again then. */
const timerMaxMs = 24 * 3_600_000
/** Market data take a new market in within moments; it is told of once they have. */
const [retryMs, knownAttempts] = [50, 100]

/** Begins to tell; the returned function ends it. */
export function announceMarketChanges({
  listing,
  marketData,
  announce,
  clock,
}: MarketAnnouncementDeps): () => void {
  const end = new AbortController()
  let announced = stateOf(listing)
  let timer: NodeJS.Timeout | null = null

  const awaitCharge = (): void => {
    if (timer !== null) clearTimeout(timer)
    const nowMs = clock()
    const next = Math.min(
      ...listing.schedules().flatMap(({ from }) => (from > nowMs ? [from] : [])),
    )
    if (next === Number.POSITIVE_INFINITY) return
    const isDue = next - nowMs <= timerMaxMs
    timer = setTimeout(
      () => {
        if (isDue) announce()
        awaitCharge()
      },
      Math.min(next - nowMs, timerMaxMs),
    )
    timer.unref()
  }

  const check = async (): Promise<void> => {
    const state = stateOf(listing)
    if (state === announced) return
    announced = state
    awaitCharge()
    const isKnown = () => listing.markets().every(({ marketId }) => marketData.knows(marketId))
    for (let attempt = 0; attempt < knownAttempts && !isKnown(); attempt += 1) {
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
    if (!end.signal.aborted) announce()
  }

  awaitCharge()
  const off = listing.onChanged(() => void check())
  return () => {
    end.abort()
    off()
    if (timer !== null) clearTimeout(timer)
  }
}

/** All that pages show of it, as one text: the listing is read again more often than it changes. */
function stateOf(listing: MarketAnnouncementDeps['listing']): string {
  return JSON.stringify([listing.markets(), listing.schedules()])
}
