/** Chooses the transport of the next attempt from the outcomes of the last ones. */
import type { Way } from './way.ts'

export type Ways = {
  readonly way: Way
  /** Consecutive sockets without any event. */
  readonly barren: number
  /** Consecutive sockets that went silent soon after their first event. */
  readonly silent: number
}

export type WayEnd = {
  /** `refused`: the server itself answered, so the transport works. */
  readonly cause: 'barren' | 'silent' | 'lost' | 'refused'
  /** How long the transport was open. */
  readonly heldMs: number
}

export const firstWays: Ways = { way: 'socket', barren: 0, silent: 0 }

const barrenMax = 2
const silentMax = 3
/** A transport that was open for this long works, whatever ended it. */
const goodMs = 15_000
const probeFirstMs = 5_000
const probeDelayMsMax = 60_000

/** Returns the choice for the next attempt after this end. */
export function waysAfter(ways: Ways, { cause, heldMs }: WayEnd): Ways {
  const isGood = cause === 'refused' || cause === 'lost' || heldMs >= goodMs
  if (ways.way === 'stream') {
    // After one more socket without events, the stream is used again.
    return isGood ? ways : { way: 'socket', barren: barrenMax - 1, silent: silentMax - 1 }
  }
  if (isGood) return firstWays
  const barren = cause === 'barren' ? ways.barren + 1 : 0
  const silent = cause === 'silent' ? ways.silent + 1 : ways.silent
  const isBlocked = barren >= barrenMax || silent >= silentMax
  return { way: isBlocked ? 'stream' : 'socket', barren, silent }
}

/** Returns how long a stream waits before it probes a socket; `attempt` is 0 for the first probe. */
export function probeDelayMs(attempt: number): number {
  return Math.min(probeDelayMsMax, probeFirstMs * 2 ** Math.min(attempt, 10))
}
