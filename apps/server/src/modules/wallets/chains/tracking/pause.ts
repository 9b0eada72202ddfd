/** When a chain is not trusted for the moment: nothing of it is credited, and nobody guesses (FLT-26, FLT-28). */

export type ChainTimes = {
  /** When a look at the node last succeeded, when the tip last moved, when the final block did. */
  readonly lookedMs: number | null
  readonly tipMovedMs: number | null
  readonly finalMovedMs: number | null
}

export type PauseLimits = {
  readonly lookMs: number
  readonly tipMs: number
  /** Null: the chain has no word for what is final. */
  readonly finalMs: number | null
}

/** Causes that pass by themselves; all others wait for a person. */
export const passingCauses = [
  'never_looked',
  'node_silent',
  'tip_stalled',
  'final_stalled',
] as const
/** The chain counts more of the hot wallet's transactions than we made: nothing leaves, and people look. */
export const keyElsewhereCause = 'key_elsewhere'
export type PassingCause = (typeof passingCauses)[number]

/**
 * Why a chain has to pause, or null.
 *
 * @param limits in milliseconds; a chain without traffic on a test network needs long ones
 */
export function pauseCauseOf(
  { lookedMs, tipMovedMs, finalMovedMs }: ChainTimes,
  limits: PauseLimits,
  nowMs: number,
): PassingCause | null {
  if (lookedMs === null) return 'never_looked'
  if (nowMs - lookedMs > limits.lookMs) return 'node_silent'
  if (nowMs - (tipMovedMs ?? lookedMs) > limits.tipMs) return 'tip_stalled'
  const isFinalStalled =
    limits.finalMs !== null && nowMs - (finalMovedMs ?? lookedMs) > limits.finalMs
  return isFinalStalled ? 'final_stalled' : null
}

/** The cause that a person has to end, of what a cursor says of its pause; null: there is none, or it passes. */
export function haltIn(paused: string | null): string | null {
  return passingCauses.some((one) => one === paused) ? null : paused
}

/**
 * Why a chain is paused, or null. A halt counts only where it is proven: one that only the row has is ignored.
 *
 * @param halt the proven one
 * @param paused what the cursor's row says
 */
export function pauseIn(halt: string | null, paused: string | null): string | null {
  return halt ?? (haltIn(paused) === null ? paused : null)
}
