/**
 * What is announced now, for whoever shows it: loaded once it is looked at, and again when the server says
 * that it changed, each minute, and when somebody comes back to the page. Without an answer nothing is
 * announced, and nothing else is disturbed.
 */
import { useSyncExternalStore } from 'react'
import { routes } from '@tukar/wire'
import { callAs } from '../api/call.ts'
import { onFeedEvent } from '../feed/store.ts'
import { type Announcement, readAnnouncement } from './wire.ts'

const againMs = 60_000
const dismissedKey = 'tukar.announcements'
/** More are forgotten, the oldest first. */
const dismissedMax = 50

type State = {
  /** Whether it was answered once what is announced. */
  readonly isKnown: boolean
  readonly announcements: readonly Announcement[]
  /** Keys of those that were put away in this browser. */
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

/** Puts one away for good; a later version of it comes back. */
export function dismiss(key: string): void {
  const dismissed = [...state.dismissed, key].slice(-dismissedMax)
  try {
    localStorage.setItem(dismissedKey, dismissed.join(' '))
  } catch {
    // Then it comes back with the next page.
  }
  become({ dismissed })
}

async function load(): Promise<void> {
  const outcome = await callAs(routes.announcements, {}, ({ data }) => data.map(readAnnouncement))
  if (outcome.ok) become({ isKnown: true, announcements: outcome.body })
}

function begin(): () => void {
  const look = (): void => {
    if (!document.hidden) load().catch(() => undefined)
  }
  look()
  const off = onFeedEvent(({ kind }) => {
    if (kind === 'announcements' || kind === 'missed') look()
  })
  const timer = setInterval(look, againMs)
  document.addEventListener('visibilitychange', look)
  return () => {
    off()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  stop ??= begin()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = null
  }
}

/** What is announced above all pages and was not put away here; the most urgent first. */
export function useAnnouncements(): readonly Announcement[] {
  const { announcements, dismissed } = useSyncExternalStore(subscribe, () => state)
  return announcements.filter(({ key, currency }) => currency === null && !dismissed.includes(key))
}

/** Whether it is known what is announced: until then nothing is. */
export function useIsKnown(): boolean {
  return useSyncExternalStore(subscribe, () => state).isKnown
}

/** What is announced about a currency; it stays as long as it holds. */
export function useCurrencyNotices(symbol: string): readonly Announcement[] {
  const { announcements } = useSyncExternalStore(subscribe, () => state)
  return announcements.filter(({ currency }) => currency === symbol)
}
