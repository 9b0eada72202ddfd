/** Pauses the book and the trades on request (WCAG 2.2.2). */
import { formatTime } from '@tukar/i18n'
import { currentFeed, type Feed } from '../../feed/store.ts'
import { useState, useSyncExternalStore } from 'react'

let pausedAt: string | null = null
/** The state of the feed when the pause began. */
let pausedFeed: Feed | null = null
const listeners = new Set<() => void>()

function change(next: string | null): void {
  pausedAt = next
  pausedFeed = next === null ? null : currentFeed()
  for (const listener of listeners) listener()
}

/** Pauses or resumes live figures. */
export function togglePause(): void {
  change(pausedAt === null ? formatTime(Date.now()) : null)
}

/** Resumes, so that another market is never shown with the figures of the previous one. */
export function endPause(): void {
  if (pausedAt !== null) change(null)
}

/** The time when the pause began; null while live. */
export function usePausedAt(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => pausedAt,
  )
}

/** The state of the feed to show: the current one, or that of the pause. */
export function shownFeed(): Feed {
  return pausedFeed ?? currentFeed()
}

/** Returns the live value, or during a pause the value at its start. */
export function usePausable<Value>(live: Value): Value {
  const isPaused = usePausedAt() !== null
  const [kept, setKept] = useState<{ readonly value: Value } | null>(null)
  if (isPaused && kept === null) setKept({ value: live })
  if (!isPaused && kept !== null) setKept(null)
  return isPaused && kept !== null ? kept.value : live
}
