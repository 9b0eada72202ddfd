/** How long to wait before the next look: longer each time, and never all at once. */

export type Delay =
  /** Doubles from the first to the longest with each look that brought nothing. */
  | { readonly firstMs: number; readonly longestMs: number }
  /** Until a moment, in milliseconds since 1970. */
  | { readonly untilMs: number }

const spread = 0.5
const doublingsMax = 30

/**
 * The length of a pause, a quarter more or less, in whole milliseconds.
 *
 * @param attempts looks that brought nothing so far, from 0
 * @param random from 0 to below 1
 */
export function delayMs(delay: Delay, attempts: number, nowMs: number, random: number): number {
  if ('untilMs' in delay) return Math.max(0, Math.ceil(delay.untilMs - nowMs))
  const doubled = delay.firstMs * 2 ** Math.min(attempts, doublingsMax)
  const meant = Math.min(doubled, delay.longestMs)
  return Math.round(meant * (1 - spread / 2 + random * spread))
}
