/**
 * The feed's worker. It owns the connection, the watched book and the trades, and makes frames that are ready
 * to be painted: at most ten a second, fewer on a slow device, one a second while the tab is hidden. The page
 * only paints.
 */
import { formatTime } from '@tukar/i18n'
import { bookChecksum } from '@tukar/wire'
import type { Figures } from '../markets/figures-wire.ts'
import { fullPaceMs } from './budget.ts'
import { createSyncCalls, type SyncCalls } from './calls.ts'
import {
  decodeBalances,
  decodeHeartbeat,
  decodeNotice,
  decodeOrderNotice,
  decodeOwnPulse,
  decodePulse,
  decodeSide,
  decodeTickers,
  decodeTradesEvent,
  isForeignPair,
  type TickerNews,
} from './decode.ts'
import { buildBookFrame, type FrameView, type Measures, unitsText } from './frame.ts'
import { countDecimals } from './levels.ts'
import { type Connection, openConnection } from './connection.ts'
import { type LinkFacts, computeLinkState, silentMs } from './link-state.ts'
import { takeNewer, type Seen } from './newer.ts'
import type { FramesMessage, FromWorker, Link, TradeRow, ToWorker } from './messages.ts'
import { followUserSequences } from './user-sequences.ts'
import type { Trade } from './recent-trades.ts'
import { createPace } from './throttle.ts'
import { type Watch, watchMarket } from './watch.ts'
import type { Way } from './ways/way.ts'

const hiddenPaceMs = 1_000
const linkCheckMs = 200
/** After the tab was hidden for longer than this, everything is loaded again. */
const sleepMs = 10_000
const measureMs = 10_000
const pollMs = 3_000
/** Events for one user; they are numbered. */
const userEvents = new Set([
  'ubal',
  'notif_obooks_result',
  'notif',
  'kyc_status',
  'kyc_tutup_popup',
])

const post = (message: FromWorker): void => self.postMessage(message)

let connection: Connection | null = null
let calls: SyncCalls | null = null
let watch: Watch | null = null
/** The transport of the last frames. */
let way: Way = 'socket'
let view: FrameView = { precision: { step: 1, decimals: 0 }, askRows: 0, bidRows: 0 }
let token: string | null = null
let hiddenSinceMs: number | null = null
let tickers: Record<string, Partial<Figures>> = {}
/** Batch numbers of the values from events; cleared when the connection opens again. */
const seen: Seen = new Map()
/** Detects missed user events; the page then loads user data again. */
const userSequences = followUserSequences({
  onMissed: () => post({ kind: 'missed' }),
  setTimer: startTimer,
})
let isBookChanged = false
/** The trades that were last posted to the page, with the measures that formatted them. */
let postedTrades: { readonly trades: readonly Trade[]; readonly measures: Measures } | null = null
let roundTripMs: number | null = null
let shownLink = ''

const facts: { -readonly [Key in keyof LinkFacts]: LinkFacts[Key] } = {
  isOnline: true,
  isConnected: false,
  wasLive: false,
  isVerified: false,
  brokenSinceMs: performance.now(),
  lastHeardMs: performance.now(),
  lastAnswerMs: Number.NEGATIVE_INFINITY,
  isMaintenance: false,
  isReloading: false,
}

/** The interval at which the page can draw. */
let paceMs = fullPaceMs
const pace = createPace(postFrames, paceMs)

function postFrames(): void {
  const received = Object.keys(tickers).length > 0 ? tickers : null
  tickers = {}
  const changed = changedBook()
  if (received === null && changed === null) return
  post({
    kind: 'frames',
    tickers: received,
    book: changed?.book ?? null,
    tape: changed?.tape ?? null,
  })
  if (changed !== null) postLinkChange()
}

/** Book and trades if they changed since the last post; else null. */
function changedBook(): Pick<FramesMessage, 'book' | 'tape'> | null {
  const book = watch?.book() ?? null
  const measures = watch?.measures() ?? null
  if (!isBookChanged || watch === null || book === null || measures === null) return null
  isBookChanged = false
  const { pair } = watch
  const frame = buildBookFrame(book, view, measures)
  return {
    book: { pair, frame, bids: book.bids, asks: book.asks },
    tape: changedTrades(pair, watch.recentTrades(), measures),
  }
}

/** A book changes many times between two trades: unchanged trades are not posted again. */
function changedTrades(
  pair: string,
  trades: readonly Trade[] | null,
  measures: Measures,
): FramesMessage['tape'] {
  if (trades === null) return null
  if (postedTrades?.trades === trades && postedTrades.measures === measures) return null
  postedTrades = { trades, measures }
  return { pair, rows: toTradeRows(trades, measures) }
}

function toTradeRows(trades: readonly Trade[], measures: Measures): readonly TradeRow[] {
  const { priceDecimals, baseDecimals, quantityDecimals, tick } = measures
  const shown = countDecimals(tick, priceDecimals)
  return trades.map(({ no, price, quantity, timeMs, takerSide }) => ({
    no,
    takerSide,
    priceText: unitsText(price, priceDecimals, shown),
    quantityText: unitsText(quantity, baseDecimals, quantityDecimals),
    timeText: formatTime(timeMs),
  }))
}

/** Computes the link state and posts it if it changed. */
function postLinkChange(): void {
  const nowMs = performance.now()
  const isVerified = watch?.isVerified() ?? true
  const isBroken = !isVerified || !facts.isConnected
  facts.isVerified = isVerified
  if (!isBroken) facts.brokenSinceMs = null
  else facts.brokenSinceMs ??= nowMs
  if (!isBroken) facts.wasLive = true
  const ageMs = nowMs - facts.lastHeardMs
  if (facts.isConnected && ageMs > silentMs) {
    facts.lastHeardMs = nowMs
    connection?.drop()
    return
  }
  const state = computeLinkState(facts, nowMs)
  const link: Link = {
    state,
    ageSeconds: state === 'live' ? 0 : Math.max(0, Math.round(ageMs / 1_000)),
    roundTripMs: state === 'live' ? roundTripMs : null,
    ...(way === 'stream' && { isFallback: true }),
  }
  const shown = JSON.stringify(link)
  if (shown === shownLink) return
  shownLink = shown
  post({ kind: 'link', link })
}

function reopen(): void {
  facts.lastHeardMs = performance.now()
  connection?.reopen(token)
}

/** Without any frames, polls book and trades: the link is shown as stale then. */
function poll(): void {
  const { isConnected, isMaintenance, isOnline } = facts
  const brokenMs = facts.brokenSinceMs === null ? 0 : performance.now() - facts.brokenSinceMs
  if (isConnected || isMaintenance || !isOnline || brokenMs < silentMs) return
  watch?.load()
  post({ kind: 'missed' })
}

function onOpen(openedWay: Way): void {
  way = openedWay
  roundTripMs = null
  seen.clear()
  userSequences.restart()
  facts.isConnected = true
  facts.isMaintenance = false
  facts.isReloading = false
  facts.lastHeardMs = performance.now()
  if (watch !== null) connection?.send('subscribe', { pair: watch.pair })
  watch?.load()
  post({ kind: 'missed' })
  postLinkChange()
}

function onClosed(): void {
  facts.isConnected = false
  postLinkChange()
}

function onEvent(name: string, payload: unknown, no: unknown): void {
  facts.lastHeardMs = performance.now()
  hear(name, payload)
  if (userEvents.has(name)) userSequences.received(typeof no === 'number' ? no : null)
}

function hear(name: string, payload: unknown): void {
  switch (name) {
    case 'sells':
    case 'buys':
      return onSide(name === 'buys' ? 'buy' : 'sell', payload)
    case 'histories':
      return onTrades(payload)
    case 'pulse':
      return onPulse(payload)
    case 'own_pulse': {
      const received = decodeOwnPulse(payload)
      if (received !== null) userSequences.reported(received.no, received.isFirst)
      return
    }
    case 'market_update':
      for (const news of decodeTickers(payload)) addTicker(news)
      return pace.ask()
    case 'heartbeat': {
      const beat = decodeHeartbeat(payload)
      facts.isReloading = beat.isReloading
      if (beat.serverMs !== null) post({ kind: 'clock', serverMs: beat.serverMs })
      return postLinkChange()
    }
    case 'notif_obooks_result': {
      const notice = decodeOrderNotice(payload)
      if (notice !== null) post({ kind: 'ownOrder', notice })
      return
    }
    case 'notif':
      return post({ kind: 'notice', ...decodeNotice(payload) })
    case 'kyc_status': {
      const { userId, text } = decodeNotice(payload)
      return post({ kind: 'identity', userId, verdict: text })
    }
    case 'kyc_tutup_popup':
      return post({ kind: 'identityClosed', userId: decodeNotice(payload).userId })
    case 'announcements':
      return post({ kind: 'announcements' })
    case 'markets':
      // The tick may have changed.
      watch?.load()
      return post({ kind: 'markets' })
    case 'ubal':
      for (const { userId, seq, balances } of decodeBalances(payload)) {
        const newer = takeNewer(seen, `u${userId}`, seq, balances)
        post({ kind: 'ownBalances', userId, balances: newer })
      }
      return
    default:
      return
  }
}

function addTicker({ pair, seq, figures }: TickerNews): void {
  tickers[pair] = { ...tickers[pair], ...takeNewer(seen, pair, seq, figures) }
}

function onSide(side: 'buy' | 'sell', payload: unknown): void {
  const measures = watch?.measures()
  if (!measures || watch === null || isForeignPair(payload, watch.pair)) return
  const snapshot = decodeSide(side, payload, measures)
  if (snapshot !== null) watch.addSide(snapshot)
}

function onTrades(payload: unknown): void {
  const measures = watch?.measures()
  if (!measures || watch === null || isForeignPair(payload, watch.pair)) return
  const { trades, isPrepended } = decodeTradesEvent(payload, measures)
  watch.addTrades(trades, isPrepended)
}

function onPulse(payload: unknown): void {
  const received = decodePulse(payload)
  if (received === null || watch === null || isForeignPair(payload, watch.pair)) return
  watch.addPulse(received.pulse)
  for (const news of received.tickers) addTicker(news)
  if (received.tickers.length > 0) pace.ask()
}

function startTimer(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

function startWatch(pair: string | null): void {
  watch?.stop()
  watch = null
  postedTrades = null
  isBookChanged = false
  const current = calls
  if (pair === null || current === null) return
  watch = watchMarket(pair, {
    loadBook: current.loadBook,
    loadTrades: current.loadTrades,
    askAgain: current.askAgain,
    checksum: bookChecksum,
    onChange: () => {
      isBookChanged = true
      pace.ask()
    },
    setTimer: startTimer,
  })
  facts.brokenSinceMs = performance.now()
  watch.load()
  connection?.send('subscribe', { pair })
}

function onVisible(isVisible: boolean): void {
  pace.setIntervalMs(isVisible ? paceMs : hiddenPaceMs)
  const sleptMs = hiddenSinceMs === null ? 0 : performance.now() - hiddenSinceMs
  hiddenSinceMs = isVisible ? null : performance.now()
  if (!isVisible || sleptMs < sleepMs) return
  if (facts.isConnected && performance.now() - facts.lastHeardMs < silentMs) watch?.load()
  else reopen()
  post({ kind: 'missed' })
}

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case 'open': {
      token = data.token
      calls = createSyncCalls(data.hosts, data.language, {
        onMaintenance: (isNow) => {
          if (isNow && !facts.isMaintenance) post({ kind: 'maintenance' })
          facts.isMaintenance = isNow
          postLinkChange()
        },
        onAnswer: () => {
          facts.lastHeardMs = performance.now()
          facts.lastAnswerMs = facts.lastHeardMs
        },
        onBuild: (build) => {
          if (build !== null) post({ kind: 'build', build })
        },
      })
      connection = openConnection(
        { base: data.hosts.realtime, token, language: data.language },
        {
          onOpen,
          onClosed,
          onShutOut: () => calls?.askStatus(),
          onEvent,
          onRefused: (refused) => post({ kind: 'sessionEnded', token: refused }),
        },
      )
      setInterval(postLinkChange, linkCheckMs)
      setInterval(measure, measureMs)
      setInterval(poll, pollMs)
      return
    }
    case 'session':
      token = data.token
      return reopen()
    case 'watch':
      return startWatch(data.pair)
    case 'view':
      view = data.view
      isBookChanged = watch?.book() !== null
      return pace.ask()
    case 'pace':
      paceMs = data.intervalMs
      if (hiddenSinceMs === null) pace.setIntervalMs(paceMs)
      return
    case 'network': {
      const isBack = data.isOnline && !facts.isOnline
      facts.isOnline = data.isOnline
      if (isBack) reopen()
      return postLinkChange()
    }
    case 'visible':
      return onVisible(data.isVisible)
  }
})

function measure(): void {
  connection?.measure('ping', (ms) => {
    roundTripMs = ms
    postLinkChange()
  })
}
