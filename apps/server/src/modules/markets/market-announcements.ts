/**
 * Announces to open pages that markets, their rules or their charges have changed: after a change, and when a
 * scheduled charge begins.
 */
import type { MarketData } from '../../market-data/port.ts'
import type { Listing } from './listing.ts'

export type MarketAnnouncementDeps = {
  readonly listing: Pick<Listing, 'markets' | 'schedules' | 'onChanged'>
  readonly marketData: Pick<MarketData, 'knows'>
  /** Announces the change to all connected clients. */
  readonly announce: () => void
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** The longest timer; a later event is checked again after it. */
const timerMaxMs = 24 * 3_600_000
/** Market data learn of a new market within moments; it is announced after that. */
const [retryMs, attemptsMax] = [50, 100]

/** Starts the announcements; the returned function stops them. */
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
    for (let attempt = 0; attempt < attemptsMax && !isKnown(); attempt += 1) {
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

/**
 * Everything that pages show of the listing, as one text: the listing is reloaded more often than it changes.
 */
function stateOf(listing: MarketAnnouncementDeps['listing']): string {
  return JSON.stringify([listing.markets(), listing.schedules()])
}
