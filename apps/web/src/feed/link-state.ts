/**
 * How far the shown figures can be trusted: the state in the chip beside the price. It is computed from facts
 * alone; the worker computes it five times a second.
 */

export type LinkState =
  | 'connecting'
  | 'live'
  | 'slow'
  | 'stale'
  | 'resync'
  | 'reloading'
  | 'offline'
  | 'maintenance'

export type LinkFacts = {
  /** The browser's network state. */
  readonly isOnline: boolean
  readonly isConnected: boolean
  /** Whether figures were ever live since the page opened. */
  readonly wasLive: boolean
  /** Both sides of the book have the same sequence number and match the checksum; true if no book is watched. */
  readonly isVerified: boolean
  /** Since when the book is not verified or the connection is closed; null while both are fine. */
  readonly brokenSinceMs: number | null
  /** Time of the last frame or heartbeat. */
  readonly lastHeardMs: number
  /** Time of the last answer to a call. */
  readonly lastAnswerMs: number
  readonly isMaintenance: boolean
  /** The engine reloads its state: the shown figures are right, but no commands are accepted. */
  readonly isReloading: boolean
}

/** Above this age, the chip shows the age. */
export const slowMs = 1_500
/** Above this age, an order needs a confirmation. */
export const staleMs = 3_000
/** How long a resync may take before figures count as stale. */
export const resyncMsMax = 1_500
/** A connection that is silent for this long is reopened. */
export const silentMs = 5_000

/** Returns the state of the link. */
export function computeLinkState(facts: LinkFacts, nowMs: number): LinkState {
  const ageMs = nowMs - facts.lastHeardMs
  const brokenMs = facts.brokenSinceMs === null ? 0 : nowMs - facts.brokenSinceMs
  if (facts.isMaintenance) return 'maintenance'
  if (!facts.isOnline) return 'offline'
  if (!facts.wasLive && brokenMs <= staleMs) return 'connecting'
  if (!facts.isConnected) {
    if (brokenMs <= staleMs) return 'resync'
    // Figures polled every few seconds are stale, but the exchange is reachable.
    return nowMs - facts.lastAnswerMs <= silentMs ? 'stale' : 'offline'
  }
  if (facts.isReloading) return 'reloading'
  if (!facts.isVerified) return brokenMs > resyncMsMax ? 'stale' : 'resync'
  if (ageMs > staleMs) return 'stale'
  return ageMs > slowMs ? 'slow' : 'live'
}

/** Whether figures may be clicked and traded on without a confirmation. */
export function isTrusted(state: LinkState): boolean {
  return state === 'live' || state === 'slow'
}
