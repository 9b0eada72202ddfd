/** Which way is tried next, from how the last attempts ended. */
import type { Way } from './way.ts'

export type Ways = {
  readonly way: Way
  /** Sockets in a row that brought nothing. */
  readonly barren: number
  /** Sockets in a row that brought something and were silent soon after. */
  readonly silent: number
}

export type WayEnd = {
  /** `refused` where the server itself answered, so that the way is fine. */
  readonly cause: 'barren' | 'silent' | 'lost' | 'refused'
  /** How long it was open. */
  readonly heldMs: number
}

export const firstWays: Ways = { way: 'socket', barren: 0, silent: 0 }

const barrenMax = 2
const silentMax = 3
/** A way that held for so long is a good one, however it ended. */
const goodMs = 15_000
const probeFirstMs = 5_000
const probeDelayMsMax = 60_000

/** Returns what is tried after an attempt on this way ended so. */
export function waysAfter(ways: Ways, { cause, heldMs }: WayEnd): Ways {
  const isGood = cause === 'refused' || cause === 'lost' || heldMs >= goodMs
  if (ways.way === 'stream') {
    // One more socket that brings nothing, and the stream is tried again.
    return isGood ? ways : { way: 'socket', barren: barrenMax - 1, silent: silentMax - 1 }
  }
  if (isGood) return firstWays
  const barren = cause === 'barren' ? ways.barren + 1 : 0
  const silent = cause === 'silent' ? ways.silent + 1 : ways.silent
  const isBlocked = barren >= barrenMax || silent >= silentMax
  return { way: isBlocked ? 'stream' : 'socket', barren, silent }
}

/** Returns how long a stream waits before it tries a socket beside it, for the first time at 0. */
export function probeDelayMs(attempt: number): number {
  return Math.min(probeDelayMsMax, probeFirstMs * 2 ** Math.min(attempt, 10))
}
