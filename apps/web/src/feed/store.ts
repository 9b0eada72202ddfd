/**
 * What the feed knows, outside React: one worker a tab, one state, read through selectors so that a
 * row is drawn again and not a page. It runs while anyone looks and stops a little after the last one.
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
  /** The market that frame, levels and tape belong to. */
  readonly pair: string | null
  readonly frame: BookFrame | null
  /** The frame of what the document said, until the first of the feed is there: to be seen, not to be reckoned with. */
  readonly firstFrame: BookFrame | null
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  readonly recentTrades: readonly TradeRow[] | null
  /** Figures of all markets by pair, as far as events told them. */
  readonly tickers: Tickers
  /** From one picture of the book to the next, as the device can draw them. */
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

/** The book of a market as the document has it, made into frames as the book is shown. */
export type FirstBook = {
  readonly pair: string
  readonly buildFrame: (view: FrameView) => BookFrame | null
}

/** How long the line outlives the last page that needed it: a change of page must not drop it. */
const lingerMs = 10_000

export type FeedEvent =
  | { readonly kind: 'missed' }
  /** Other announcements stand now than before. */
  | { readonly kind: 'announcements' }
  /** Markets, their rules or their charges are others now. */
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
/** The link as the worker says it. */
let reportedLink: Link = start.link
/** Since when the page shows other figures than it drew, null while it shows these. */
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
      // What comes on the line of who signed out a moment ago is not told to who signed in.
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

/** What came at once is one change: whoever shows it is drawn once. */
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

/** Fresh figures that the page does not show are stale for who reads them. */
function shownLink(): Link {
  if (undrawnSinceMs === null || !isTrusted(reportedLink.state)) return reportedLink
  const ageSeconds = Math.round((performance.now() - undrawnSinceMs) / 1_000)
  return { state: 'stale', ageSeconds, roundTripMs: null, isUndrawn: true }
}

/** Notes whether the page shows the figures that it drew; said again and again while it does not. */
export function reportDrawn(isDrawn: boolean): void {
  if (isDrawn && undrawnSinceMs === null) return
  undrawnSinceMs = isDrawn ? null : (undrawnSinceMs ?? performance.now())
  change({ link: shownLink() })
}

function open(): void {
  // A browser without workers shows the page with the figures that the calls gave.
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

/** Keeps the line open until the returned function is called; many may hold it at once. */
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

/** Asks for a market's book and trades instead of the one before; null asks for none. */
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

/** Gives the book that the document has; it is shown until the feed brings one. */
export function offerBook(book: FirstBook): void {
  firstBook = book
  showFirstBook()
}

/** Where nothing came in time, the page says that prices did not load: it shows none then. */
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

/** Says how the book is shown: rows a side, step, decimals. */
export function viewBook(next: FrameView): void {
  view = next
  post({ kind: 'view', view: next })
  showFirstBook()
}

/** Says how often the device can draw what comes. */
export function setPace(intervalMs: number): void {
  if (intervalMs === feed.paceMs) return
  change({ paceMs: intervalMs })
  post({ kind: 'pace', intervalMs })
}

/** Calls the listener at each change, and keeps the line open until the returned function is called. */
export function onFeed(listener: () => void): () => void {
  listeners.add(listener)
  const release = holdFeed()
  return () => {
    listeners.delete(listener)
    release()
  }
}

/** What the feed knows at this moment, for what asks once. */
export function currentFeed(): Feed {
  return feed
}

/** Reads a part of the feed and draws again when that part is another one. */
export function useFeed<Part>(select: (feed: Feed) => Part): Part {
  return useSyncExternalStore(onFeed, () => select(feed))
}

/** Calls the listener for what happens once: own orders, own balances, own events that were missed. */
export function onFeedEvent(listener: (event: FeedEvent) => void): () => void {
  eventListeners.add(listener)
  const release = holdFeed()
  return () => {
    eventListeners.delete(listener)
    release()
  }
}
