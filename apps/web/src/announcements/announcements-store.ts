/**
 * The current announcements, shared by all components that show them. Loaded on first use, and again on each
 * server event, each minute, and when the tab becomes visible. A failed call shows no announcements.
 */
import { useSyncExternalStore } from 'react'
import { routes } from '@tukar/wire'
import { callAs } from '../api/call.ts'
import { onFeedEvent } from '../feed/store.ts'
import { type Announcement, readAnnouncement } from './wire.ts'

const againMs = 60_000
const dismissedKey = 'tukar.announcements'
/** The maximum of stored keys; the oldest are deleted first. */
const dismissedMax = 50

type State = {
  /** Whether an answer has arrived. */
  readonly isKnown: boolean
  readonly announcements: readonly Announcement[]
  /** The keys of dismissed announcements in this browser. */
  readonly dismissed: readonly string[]
}

let state: State = { isKnown: false, announcements: [], dismissed: readDismissed() }
const listeners = new Set<() => void>()
let stop: (() => void) | null = null

function become(next: Partial<State>): void {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

function readDismissed(): readonly string[] {
  try {
    return (localStorage.getItem(dismissedKey) ?? '').split(' ').filter((key) => key !== '')
  } catch {
    return []
  }
}

/** Dismisses an announcement permanently; a later version is shown again. */
export function dismiss(key: string): void {
  const dismissed = [...state.dismissed, key].slice(-dismissedMax)
  try {
    localStorage.setItem(dismissedKey, dismissed.join(' '))
  } catch {
    // Without storage, the announcement is shown again on the next page load.
  }
  become({ dismissed })
}

async function load(): Promise<void> {
  const outcome = await callAs(routes.announcements, {}, ({ data }) => data.map(readAnnouncement))
  if (outcome.ok) become({ isKnown: true, announcements: outcome.body })
}

function startPolling(): () => void {
  const reload = (): void => {
    if (!document.hidden) load().catch(() => undefined)
  }
  reload()
  const off = onFeedEvent(({ kind }) => {
    if (kind === 'announcements' || kind === 'missed') reload()
  })
  const timer = setInterval(reload, againMs)
  document.addEventListener('visibilitychange', reload)
  return () => {
    off()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', reload)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  stop ??= startPolling()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = null
  }
}

/** The announcements above all pages that were not dismissed, the most urgent first. */
export function useAnnouncements(): readonly Announcement[] {
  const { announcements, dismissed } = useSyncExternalStore(subscribe, () => state)
  return announcements.filter(({ key, currency }) => currency === null && !dismissed.includes(key))
}

/** Whether the announcements are loaded. */
export function useIsKnown(): boolean {
  return useSyncExternalStore(subscribe, () => state).isKnown
}

/** The announcements about a currency; they cannot be dismissed. */
export function useCurrencyNotices(symbol: string): readonly Announcement[] {
  const { announcements } = useSyncExternalStore(subscribe, () => state)
  return announcements.filter(({ currency }) => currency === symbol)
}
