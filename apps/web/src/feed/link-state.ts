/**
 * How far the figures on the screen can be trusted, in one word (the chip beside the price). It is
 * reckoned from facts alone; the worker looks at it five times a second.
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
  /** What the browser says about the network. */
  readonly isOnline: boolean
  readonly isConnected: boolean
  /** Whether figures were ever live since the page opened. */
  readonly wasLive: boolean
  /** Both sides of the book are of one number and fit their checksum; true where no book is watched. */
  readonly isVerified: boolean
  /** Since when the book is not verified or the line is down; null while all is well. */
  readonly brokenSinceMs: number | null
  /** Last frame or heartbeat. */
  readonly lastHeardMs: number
  /** Last answer to a call. */
  readonly lastAnswerMs: number
  readonly isMaintenance: boolean
  /** The engine reloads: what stands is right, nothing new is taken. */
  readonly isReloading: boolean
}

/** Older than this, the age is shown. */
export const slowMs = 1_500
/** Older than this, nothing can be traded on by accident. */
export const staleMs = 3_000
/** How long a repair may take before the figures count as stale. */
export const resyncMsMax = 1_500
/** Nothing for so long: the line is opened again. */
export const silentMs = 5_000

/** Returns the state of the line. */
export function computeLinkState(facts: LinkFacts, nowMs: number): LinkState {
  const ageMs = nowMs - facts.lastHeardMs
  const brokenMs = facts.brokenSinceMs === null ? 0 : nowMs - facts.brokenSinceMs
  if (facts.isMaintenance) return 'maintenance'
  if (!facts.isOnline) return 'offline'
  if (!facts.wasLive && brokenMs <= staleMs) return 'connecting'
  if (!facts.isConnected) {
    if (brokenMs <= staleMs) return 'resync'
    // What is asked for every few seconds is old, but not out of reach.
    return nowMs - facts.lastAnswerMs <= silentMs ? 'stale' : 'offline'
  }
  if (facts.isReloading) return 'reloading'
  if (!facts.isVerified) return brokenMs > resyncMsMax ? 'stale' : 'resync'
  if (ageMs > staleMs) return 'stale'
  return ageMs > slowMs ? 'slow' : 'live'
}

/** Whether figures may be clicked and traded on without a further question. */
export function isTrusted(state: LinkState): boolean {
  return state === 'live' || state === 'slow'
}
