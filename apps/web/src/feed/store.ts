/**
 * The state of the feed outside React: one worker a tab, one state, read through selectors so that a change
 * redraws a row and not a page. The feed runs while a component uses it and stops a little after the last
 * one.
 */
import { useSyncExternalStore } from 'react'
import { clientConfig } from '../app/client-config.ts'
import { pageBuild } from '../api/build.ts'
import { setServerTime } from '../api/command-id.ts'
import { reportMaintenance } from '../api/request.ts'
import { currentSession, endInvalidSession, onSession } from '../api/session.ts'
import { language } from '../theme/preferences.ts'
import type { BookFrame, FrameView } from './frame.ts'
import type { Level } from './levels.ts'
import { isTrusted, type LinkState } from './link-state.ts'
import { fullPaceMs } from './budget.ts'
import {
  type FramesMessage,
  type FromWorker,
  type Link,
  type OwnBalances,
  type OwnOrderNotice,
  userIdOf,
  type TradeRow,
  type ToWorker,
} from './messages.ts'
import { mergeTickers, type Tickers } from './tickers.ts'

export type Feed = {
  readonly link: Link
  /** The market of frame, levels and trades. */
  readonly pair: string | null
  readonly frame: BookFrame | null
  /**
   * A frame of the book in the document, shown until the feed brings its first frame. Receipts are not
   * computed from it.
   */
  readonly firstFrame: BookFrame | null
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  readonly recentTrades: readonly TradeRow[] | null
  /** Figures of all markets by pair, as far as events brought them. */
  readonly tickers: Tickers
  /** The interval between two frames that the device can draw. */
  readonly paceMs: number
}

const noLevels: readonly Level[] = []
const start: Feed = {
  link: { state: 'connecting', ageSeconds: 0, roundTripMs: null },
  pair: null,
  frame: null,
  firstFrame: null,
  bids: noLevels,
  asks: noLevels,
  recentTrades: null,
  tickers: {},
  paceMs: fullPaceMs,
}

/** The book that the document contains, with a function that makes its frame for a view. */
export type FirstBook = {
  readonly pair: string
  readonly buildFrame: (view: FrameView) => BookFrame | null
}

/**
 * How long the connection outlives the last page that used it, so that a change of page does not close it.
 */
const lingerMs = 10_000

export type FeedEvent =
  | { readonly kind: 'missed' }
  /** The announcements changed. */
  | { readonly kind: 'announcements' }
  /** Markets, their rules or their fees changed. */
  | { readonly kind: 'markets' }
  | { readonly kind: 'ownOrder'; readonly notice: OwnOrderNotice }
  | { readonly kind: 'ownBalances'; readonly balances: OwnBalances }
  | { readonly kind: 'notice'; readonly text: string; readonly about: string }
  /** `kyc_status` (RT-03): `verified`, `review needed` or `rejected`. */
  | { readonly kind: 'identity'; readonly verdict: string }
  /** `kyc_tutup_popup` (RT-04) */
  | { readonly kind: 'identityClosed' }

let feed: Feed = start
let worker: Worker | null = null
let users = 0
let stopTimer: ReturnType<typeof setTimeout> | null = null
let watched: string | null = null
let view: FrameView | null = null
let firstBook: FirstBook | null = null
let token: string | null = null
/** The link as the worker reported it. */
let reportedLink: Link = start.link
/** Since when the screen differs from what the page drew; null while they agree. */
let undrawnSinceMs: number | null = null
const listeners = new Set<() => void>()
const eventListeners = new Set<(event: FeedEvent) => void>()

function change(part: Partial<Feed>): void {
  feed = { ...feed, ...part }
  for (const listener of listeners) listener()
}

function post(message: ToWorker): void {
  worker?.postMessage(message)
}

function emit(event: FeedEvent): void {
  for (const listener of eventListeners) listener(event)
}

function receive(message: FromWorker): void {
  switch (message.kind) {
    case 'link':
      reportedLink = message.link
      if (isOver(message.link.state)) forgetFirstBook()
      return change({ link: shownLink() })
    case 'frames':
      return showFrames(message)
    case 'ownBalances':
    case 'notice':
    case 'ownOrder':
    case 'identity':
    case 'identityClosed':
      // Messages for a user who just signed out are not shown to the user who signed in.
      if (userIdOf(message) === currentSession()?.userId) emit(message)
      return
    case 'missed':
    case 'announcements':
    case 'markets':
      return emit(message)
    case 'clock':
      return setServerTime(message.serverMs)
    case 'build':
      return pageBuild.note(message.build)
    case 'maintenance':
      return reportMaintenance()
    case 'sessionEnded':
      return endInvalidSession(message.token)
  }
}

/** Applies all changes of one message together, so that each component draws once. */
function showFrames({ tickers, book, tape }: FramesMessage): void {
  if (book !== null) firstBook = null
  change({
    ...(tickers !== null && { tickers: mergeTickers(feed.tickers, tickers) }),
    ...(book?.pair === watched && {
      frame: book.frame,
      firstFrame: null,
      bids: book.bids,
      asks: book.asks,
    }),
    ...(tape?.pair === watched && { recentTrades: tape.rows }),
  })
}

/** Fresh figures that are not on the screen count as stale. */
function shownLink(): Link {
  if (undrawnSinceMs === null || !isTrusted(reportedLink.state)) return reportedLink
  const ageSeconds = Math.round((performance.now() - undrawnSinceMs) / 1_000)
  return { state: 'stale', ageSeconds, roundTripMs: null, isUndrawn: true }
}

/** Reports whether the screen shows the drawn figures; repeated while it does not. */
export function reportDrawn(isDrawn: boolean): void {
  if (isDrawn && undrawnSinceMs === null) return
  undrawnSinceMs = isDrawn ? null : (undrawnSinceMs ?? performance.now())
  change({ link: shownLink() })
}

function open(): void {
  // A browser without workers shows the figures of the calls.
  if (typeof Worker !== 'function') return
  worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'feed' })
  worker.addEventListener('message', (event: MessageEvent<FromWorker>) => receive(event.data))
  const { realtime, sync, api } = clientConfig.hosts
  token = currentSession()?.token ?? null
  post({ kind: 'open', hosts: { realtime, sync, api }, token, language })
  post({ kind: 'network', isOnline: navigator.onLine })
  if (view !== null) post({ kind: 'view', view })
  if (feed.paceMs !== fullPaceMs) post({ kind: 'pace', intervalMs: feed.paceMs })
  if (watched !== null) post({ kind: 'watch', pair: watched })
}

function close(): void {
  worker?.terminate()
  worker = null
  reportedLink = start.link
  undrawnSinceMs = null
  feed = { ...start, paceMs: feed.paceMs }
}

addEventListener('online', () => post({ kind: 'network', isOnline: true }))
addEventListener('offline', () => post({ kind: 'network', isOnline: false }))
document.addEventListener('visibilitychange', () =>
  post({ kind: 'visible', isVisible: document.visibilityState === 'visible' }),
)
onSession(() => {
  const next = currentSession()?.token ?? null
  if (next === token) return
  token = next
  post({ kind: 'session', token })
})

/** Keeps the connection open until the returned function is called; several callers may hold it. */
export function holdFeed(): () => void {
  users += 1
  if (stopTimer !== null) clearTimeout(stopTimer)
  stopTimer = null
  if (worker === null) open()
  return () => {
    users -= 1
    if (users === 0) stopTimer = setTimeout(close, lingerMs)
  }
}

/** Requests book and trades of a market instead of the previous one; null requests none. */
export function watchPair(pair: string | null): void {
  if (pair === watched) return
  watched = pair
  change({
    pair,
    frame: null,
    firstFrame: null,
    bids: noLevels,
    asks: noLevels,
    recentTrades: null,
  })
  post({ kind: 'watch', pair })
  showFirstBook()
}

/** Offers the book of the document; it is shown until the feed brings one. */
export function offerBook(book: FirstBook): void {
  firstBook = book
  showFirstBook()
}

/** Whether the page reports that prices did not load: then it shows no first book. */
function isOver(state: LinkState): boolean {
  return state === 'stale' || state === 'offline' || state === 'maintenance'
}

function forgetFirstBook(): void {
  firstBook = null
  if (feed.firstFrame !== null) change({ firstFrame: null })
}

function showFirstBook(): void {
  if (firstBook === null || view === null || feed.frame !== null || isOver(reportedLink.state))
    return
  if (firstBook.pair === feed.pair) change({ firstFrame: firstBook.buildFrame(view) })
}

/** Sets how the book is shown: rows a side, step, decimals. */
export function viewBook(next: FrameView): void {
  view = next
  post({ kind: 'view', view: next })
  showFirstBook()
}

/** Sets the interval at which the device can draw frames. */
export function setPace(intervalMs: number): void {
  if (intervalMs === feed.paceMs) return
  change({ paceMs: intervalMs })
  post({ kind: 'pace', intervalMs })
}

/** Calls the listener at each change; keeps the connection open until the returned function is called. */
export function onFeed(listener: () => void): () => void {
  listeners.add(listener)
  const release = holdFeed()
  return () => {
    listeners.delete(listener)
    release()
  }
}

/** The current state of the feed, for a single read. */
export function currentFeed(): Feed {
  return feed
}

/** Selects a part of the feed; the component draws again when that part changes. */
export function useFeed<Part>(select: (feed: Feed) => Part): Part {
  return useSyncExternalStore(onFeed, () => select(feed))
}

/** Calls the listener for each event: user orders, user balances, missed user events. */
export function onFeedEvent(listener: (event: FeedEvent) => void): () => void {
  eventListeners.add(listener)
  const release = holdFeed()
  return () => {
    eventListeners.delete(listener)
    release()
  }
}
