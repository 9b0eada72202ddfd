/**
 * How often one connection may choose its market (ATT-106). Each choice makes the server write a whole
 * picture, so that a guest who chose again and again would cost far more than he sends.
 */
import { createTokenBucket } from '../platform/limits/token-bucket.ts'

/** Choices that one connection may make at once, and how many more each second. */
export const switchesBurst = 10
export const switchesPerSecond = 4
const retryMs = 1_000 / switchesPerSecond

export type Switching<Market> = {
  /** Enters this market now, or when its turn comes; the last one chosen is the one entered. */
  choose(market: Market): void
  /** Forgets what waits: to be called when the connection ends. */
  stop(): void
}

/** The turns of one connection. Whoever chooses too fast waits, and is never left in a wrong market. */
export function createSwitching<Market>(enter: (market: Market) => void): Switching<Market> {
  const mayEnter = createTokenBucket(switchesBurst, switchesPerSecond)
  let waiting: { readonly market: Market } | null = null
  let timer: NodeJS.Timeout | null = null

  function look(): void {
    timer = null
    if (waiting === null) return
    if (!mayEnter(performance.now())) {
      timer = setTimeout(look, retryMs)
      return
    }
    const { market } = waiting
    waiting = null
    enter(market)
  }

  return {
    choose(market) {
      waiting = { market }
      if (timer === null) look()
    },
    stop() {
      waiting = null
      if (timer !== null) clearTimeout(timer)
    },
  }
}
