/** When a chain is not trusted: nothing is credited until its state is clear (FLT-26, FLT-28). */

export type ChainTimes = {
  /** The times of the last successful scan, of the last new tip, and of the last new final block. */
  readonly lookedMs: number | null
  readonly tipMovedMs: number | null
  readonly finalMovedMs: number | null
}

export type HaltLimits = {
  readonly lookMs: number
  readonly tipMs: number
  /** Null if the chain does not mark final blocks. */
  readonly finalMs: number | null
}

/** Causes that end automatically; all others need an operator. */
export const passingCauses = [
  'never_looked',
  'node_silent',
  'tip_stalled',
  'final_stalled',
] as const
/**
 * The chain has more transactions of the hot wallet than we signed. Nothing is paid until an operator
 * resumes.
 */
export const keyElsewhereCause = 'key_elsewhere'
export type PassingCause = (typeof passingCauses)[number]

/**
 * Why a chain must be halted now, or null.
 *
 * @param limits in milliseconds; an idle test network needs long ones
 */
export function findHaltCause(
  { lookedMs, tipMovedMs, finalMovedMs }: ChainTimes,
  limits: HaltLimits,
  nowMs: number,
): PassingCause | null {
  if (lookedMs === null) return 'never_looked'
  if (nowMs - lookedMs > limits.lookMs) return 'node_silent'
  if (nowMs - (tipMovedMs ?? lookedMs) > limits.tipMs) return 'tip_stalled'
  const isFinalStalled =
    limits.finalMs !== null && nowMs - (finalMovedMs ?? lookedMs) > limits.finalMs
  return isFinalStalled ? 'final_stalled' : null
}

/** The cause in a cursor's row if an operator must end it; null if there is none or it ends automatically. */
export function haltIn(paused: string | null): string | null {
  return passingCauses.some((one) => one === paused) ? null : paused
}

/**
 * Why a chain is paused, or null. A halt counts only if it is proven; one that only the row has is ignored.
 *
 * @param halt the proven cause
 * @param paused the cause in the cursor's row
 */
export function pauseIn(halt: string | null, paused: string | null): string | null {
  return halt ?? (haltIn(paused) === null ? paused : null)
}
