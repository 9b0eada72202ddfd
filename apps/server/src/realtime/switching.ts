/**
 * Limits how often one connection may change its market (ATT-106). Each change makes the server send a whole
 * snapshot, so frequent changes would cost the server far more than the client.
 */
import { createTokenBucket } from '../platform/limits/token-bucket.ts'

/** Changes that one connection may make in a burst, and the sustained rate per second. */
export const switchesBurst = 10
export const switchesPerSecond = 4
const retryMs = 1_000 / switchesPerSecond

export type Switching<Market> = {
  /** Enters this market now, or as soon as the rate allows; only the last chosen market is entered. */
  choose(market: Market): void
  /** Cancels a pending change. Call it when the connection ends. */
  stop(): void
}

/**
 * The changes of one connection. A client that changes too fast waits, and always ends up in its last market.
 */
export function createSwitching<Market>(enter: (market: Market) => void): Switching<Market> {
  const mayEnter = createTokenBucket(switchesBurst, switchesPerSecond)
  let waiting: { readonly market: Market } | null = null
  let timer: NodeJS.Timeout | null = null

  function enterWaiting(): void {
    timer = null
    if (waiting === null) return
    if (!mayEnter(performance.now())) {
      timer = setTimeout(enterWaiting, retryMs)
      return
    }
    const { market } = waiting
    waiting = null
    enter(market)
  }

  return {
    choose(market) {
      waiting = { market }
      if (timer === null) enterWaiting()
    },
    stop() {
      waiting = null
      if (timer !== null) clearTimeout(timer)
    },
  }
}
