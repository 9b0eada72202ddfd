/**
 * The feed's worker: owns the socket, the watched book and trades, and makes frames that are ready to
 * be painted, at most ten a second, fewer for a slow device (one a second while the tab is hidden). The page only paints.
 */
import { formatTime } from '@tukar/i18n'
import { bookChecksum } from '@tukar/wire'
import type { Figures } from '../markets/figures-wire.ts'
import { fullPaceMs } from './budget.ts'
import { callsOf, type SyncCalls } from './calls.ts'
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
import { frameOf, type FrameView, type Measures, unitsText } from './frame.ts'
import { decimalsOfUnits } from './levels.ts'
import { type Line, openLine } from './connection.ts'
import { type LinkFacts, linkStateOf, silentMs } from './link-state.ts'
import { newerOf, type Seen } from './newer.ts'
import type { FramesMessage, FromWorker, Link, TapeRow, ToWorker } from './messages.ts'
import { followOwnNumbers } from './user-sequences.ts'
import type { Trade } from './recent-trades.ts'
import { paceOf } from './throttle.ts'
import { type Watch, watchMarket } from './watch.ts'
import type { Way } from './ways/way.ts'

const hiddenPaceMs = 1_000
const lookMs = 200
/** Hidden for longer than this, everything is loaded anew when the tab is looked at again. */
const sleepMs = 10_000
const measureMs = 10_000
const pollMs = 3_000
/** Events that tell one's own, numbered each. */
const ownEvents = new Set(['ubal', 'notif_obooks_result', 'notif', 'kyc_status', 'kyc_tutup_popup'])

const post = (message: FromWorker): void => self.postMessage(message)

let line: Line | null = null
let calls: SyncCalls | null = null
let watch: Watch | null = null
/** On which way frames came last. */
let way: Way = 'socket'
let view: FrameView = { precision: { step: 1, decimals: 0 }, askRows: 0, bidRows: 0 }
let token: string | null = null
let hiddenSinceMs: number | null = null
let tickers: Record<string, Partial<Figures>> = {}
/** How new what events told is; a line that is opened again begins with whatever stands then. */
const seen: Seen = new Map()
/** Which own events came; what is missing the page asks for. */
const own = followOwnNumbers({ onMissed: () => post({ kind: 'missed' }), setTimer: startTimer })
let isBookChanged = false
/** The trades that the page has of the watched market, with the measures that they were written in. */
let toldTape: { readonly trades: readonly Trade[]; readonly measures: Measures } | null = null
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

/** How often the page can draw. */
let paceMs = fullPaceMs
const pace = paceOf(postFrames, paceMs)

function postFrames(): void {
  const told = Object.keys(tickers).length > 0 ? tickers : null
  tickers = {}
  const picture = bookPicture()
  if (told === null && picture === null) return
  post({ kind: 'frames', tickers: told, book: picture?.book ?? null, tape: picture?.tape ?? null })
  if (picture !== null) look()
}

/** The book and, where they are others, the trades; null where the page has them. */
function bookPicture(): Pick<FramesMessage, 'book' | 'tape'> | null {
  const book = watch?.book() ?? null
  const measures = watch?.measures() ?? null
  if (!isBookChanged || watch === null || book === null || measures === null) return null
  isBookChanged = false
  const { pair } = watch
  const frame = frameOf(book, view, measures)
  return {
    book: { pair, frame, bids: book.bids, asks: book.asks },
    tape: newTape(pair, watch.tape(), measures),
  }
}

/** A book changes many times between two trades: the page has nothing to do for a tape that it has. */
function newTape(
  pair: string,
  trades: readonly Trade[] | null,
  measures: Measures,
): FramesMessage['tape'] {
  if (trades === null) return null
  if (toldTape?.trades === trades && toldTape.measures === measures) return null
  toldTape = { trades, measures }
  return { pair, rows: tapeRows(trades, measures) }
}

function tapeRows(trades: readonly Trade[], measures: Measures): readonly TapeRow[] {
  const { priceDecimals, baseDecimals, quantityDecimals, tick } = measures
  const shown = decimalsOfUnits(tick, priceDecimals)
  return trades.map(({ no, price, quantity, timeMs, takerSide }) => ({
    no,
    takerSide,
    priceText: unitsText(price, priceDecimals, shown),
    quantityText: unitsText(quantity, baseDecimals, quantityDecimals),
    timeText: formatTime(timeMs),
  }))
}

/** Looks how things stand and says so when it is another thing than before. */
function look(): void {
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
    line?.drop()
    return
  }
  const state = linkStateOf(facts, nowMs)
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
  line?.reopen(token)
}

/** Where no frames come at all, book and trades are asked for: old by seconds, and said to be. */
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
  own.open()
  facts.isConnected = true
  facts.isMaintenance = false
  facts.isReloading = false
  facts.lastHeardMs = performance.now()
  if (watch !== null) line?.send('subscribe', { pair: watch.pair })
  watch?.load()
  post({ kind: 'missed' })
  look()
}

function onClosed(): void {
  facts.isConnected = false
  look()
}

function onEvent(name: string, payload: unknown, no: unknown): void {
  facts.lastHeardMs = performance.now()
  hear(name, payload)
  if (ownEvents.has(name)) own.came(typeof no === 'number' ? no : null)
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
      const told = decodeOwnPulse(payload)
      if (told !== null) own.told(told.no, told.isFirst)
      return
    }
    case 'market_update':
      for (const news of decodeTickers(payload)) addTicker(news)
      return pace.ask()
    case 'heartbeat': {
      const beat = decodeHeartbeat(payload)
      facts.isReloading = beat.isReloading
      if (beat.serverMs !== null) post({ kind: 'clock', serverMs: beat.serverMs })
      return look()
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
      // Its tick may be another one.
      watch?.load()
      return post({ kind: 'markets' })
    case 'ubal':
      for (const { userId, seq, balances } of decodeBalances(payload)) {
        const newer = newerOf(seen, `u${userId}`, seq, balances)
        post({ kind: 'ownBalances', userId, balances: newer })
      }
      return
    default:
      return
  }
}

function addTicker({ pair, seq, figures }: TickerNews): void {
  tickers[pair] = { ...tickers[pair], ...newerOf(seen, pair, seq, figures) }
}

function onSide(side: 'buy' | 'sell', payload: unknown): void {
  const measures = watch?.measures()
  if (!measures || watch === null || isForeignPair(payload, watch.pair)) return
  const picture = decodeSide(side, payload, measures)
  if (picture !== null) watch.addSide(picture)
}

function onTrades(payload: unknown): void {
  const measures = watch?.measures()
  if (!measures || watch === null || isForeignPair(payload, watch.pair)) return
  const { trades, isPrepended } = decodeTradesEvent(payload, measures)
  watch.addTrades(trades, isPrepended)
}

function onPulse(payload: unknown): void {
  const told = decodePulse(payload)
  if (told === null || watch === null || isForeignPair(payload, watch.pair)) return
  watch.addPulse(told.pulse)
  for (const news of told.tickers) addTicker(news)
  if (told.tickers.length > 0) pace.ask()
}

function startTimer(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

function startWatch(pair: string | null): void {
  watch?.stop()
  watch = null
  toldTape = null
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
  line?.send('subscribe', { pair })
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
      calls = callsOf(data.hosts, data.language, {
        onMaintenance: (isNow) => {
          if (isNow && !facts.isMaintenance) post({ kind: 'maintenance' })
          facts.isMaintenance = isNow
          look()
        },
        onAnswer: () => {
          facts.lastHeardMs = performance.now()
          facts.lastAnswerMs = facts.lastHeardMs
        },
        onBuild: (build) => {
          if (build !== null) post({ kind: 'build', build })
        },
      })
      line = openLine(
        { base: data.hosts.realtime, token, language: data.language },
        {
          onOpen,
          onClosed,
          onShutOut: () => calls?.askStatus(),
          onEvent,
          onRefused: (refused) => post({ kind: 'sessionEnded', token: refused }),
        },
      )
      setInterval(look, lookMs)
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
      return look()
    }
    case 'visible':
      return onVisible(data.isVisible)
  }
})

function measure(): void {
  line?.measure('ping', (ms) => {
    roundTripMs = ms
    look()
  })
}
