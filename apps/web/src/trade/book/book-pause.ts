/** Whether the book and the trades stand still because the person paused them (WCAG 2.2.2). */
import { formatTime } from '@tukar/i18n'
import { currentFeed, type Feed } from '../../feed/store.ts'
import { useState, useSyncExternalStore } from 'react'

let pausedAt: string | null = null
/** What the feed knew when it was paused. */
let pausedFeed: Feed | null = null
const listeners = new Set<() => void>()

function change(next: string | null): void {
  pausedAt = next
  pausedFeed = next === null ? null : currentFeed()
  for (const listener of listeners) listener()
}

/** Pauses what moves, or lets it go on. */
export function togglePause(): void {
  change(pausedAt === null ? formatTime(Date.now()) : null)
}

/** Lets it go on: another market is never shown with the figures of the one before. */
export function endPause(): void {
  if (pausedAt !== null) change(null)
}

/** The time since which it stands still, null while it moves. */
export function usePausedAt(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => pausedAt,
  )
}

/** What of the feed is to be shown: what it knows now, or what it knew when the person paused it. */
export function shownFeed(): Feed {
  return pausedFeed ?? currentFeed()
}

/** Returns the live value, and while it is paused the one that stood there when the pause began. */
export function usePausable<Value>(live: Value): Value {
  const isPaused = usePausedAt() !== null
  const [kept, setKept] = useState<{ readonly value: Value } | null>(null)
  if (isPaused && kept === null) setKept({ value: live })
  if (!isPaused && kept !== null) setKept(null)
  return isPaused && kept !== null ? kept.value : live
}
