/** How long to wait until the next pass: increasing, and with random spread. */

export type Delay =
  /** Doubles from the first to the longest with each pass without progress. */
  | { readonly firstMs: number; readonly longestMs: number }
  /** Until a time, in milliseconds since 1970. */
  | { readonly untilMs: number }

const spread = 0.5
const doublingsMax = 30

/**
 * The length of a delay, plus or minus a quarter, in whole milliseconds.
 *
 * @param attempts passes without progress so far, from 0
 * @param random from 0 to below 1
 */
export function delayMs(delay: Delay, attempts: number, nowMs: number, random: number): number {
  if ('untilMs' in delay) return Math.max(0, Math.ceil(delay.untilMs - nowMs))
  const doubled = delay.firstMs * 2 ** Math.min(attempts, doublingsMax)
  const meant = Math.min(doubled, delay.longestMs)
  return Math.round(meant * (1 - spread / 2 + random * spread))
}
