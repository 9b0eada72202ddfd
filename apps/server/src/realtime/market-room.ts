/**
 * What the subscribers of one market get: pictures of the book, new trades, figures; each made and
 * written out once for the whole room, at most every 100 ms, and only when something changed.
 */
import type { EventOf, MarketScale } from '@tukar/wire'
import type { MarketChange, MarketData, PublicTrade } from '../market-data/port.ts'
import { tradesKept } from '../market-data/port.ts'
import { createSideRows, pulseFrame, sideFrame, tickerFrame, tradesFrame } from './frames.ts'
import type { MarketEvent } from './subscription.ts'

/** The least time between two pictures of one market. */
export const pictureIntervalMs = 100
/** The least time between two `market_update` events to the subscribers of one market. */
export const figuresIntervalMs = 500
/** How often figures are told again in pulses after they changed. */
const figuresPulses = 2

/** Sends to those of a room who want this event. */
export type Broadcast = <E extends MarketEvent>(room: string, event: E, payload: EventOf<E>) => void

export type MarketRoomOptions = {
  readonly marketId: number
  readonly room: string
  readonly marketData: MarketData
  /** How the market's figures are written, as it is listed now. */
  readonly scaleOf: () => MarketScale
  readonly broadcast: Broadcast
  readonly isEmpty: (room: string) => boolean
}

export type MarketRoom = {
  onChange(change: MarketChange): void
  /** Sends the book even if nothing changed, no sooner than its time has come. */
  emitBook(): void
  /** Sends the figures if they are others than those sent last, by time alone, too (SRV-46). */
  refreshFigures(): void
  /** Tells what a subscriber has who missed nothing, written out once for all. */
  pulse(): void
  /** Sends everything to those who have just come and stand in a room of their own. */
  greet(room: string): void
  stop(): void
}

/** Begins to serve a market's subscribers. */
export function createMarketRoom(options: MarketRoomOptions): MarketRoom {
  const { marketId, room, marketData, scaleOf, broadcast, isEmpty } = options
  let rows = rowsFor(scaleOf())
  let timer: NodeJS.Timeout | null = null
  let sentAtMs = Number.NEGATIVE_INFINITY
  const figures = createFigures(options)
  let isBookDue = false
  let news: PublicTrade[] = []

  function sendBook(to: string): void {
    const scale = scaleOf()
    if (scale.tick !== rows.scale.tick) rows = rowsFor(scale)
    const book = marketData.book(marketId)
    broadcast(to, 'buys', sideFrame(scale, book, rows.buys(book.bids)))
    broadcast(to, 'sells', sideFrame(scale, book, rows.sells(book.asks)))
  }

  function sendTrades(): void {
    const { seq } = marketData.book(marketId)
    const isWhole = news.length >= tradesKept
    const trades = isWhole ? marketData.trades(marketId) : news.toReversed()
    news = []
    broadcast(room, 'histories', tradesFrame(scaleOf(), trades, { prepended: !isWhole, seq }))
  }

  function flush(): void {
    timer = null
    if (isEmpty(room)) {
      isBookDue = false
      news = []
      return
    }
    sentAtMs = performance.now()
    if (isBookDue) sendBook(room)
    isBookDue = false
    if (news.length > 0) sendTrades()
    figures.refresh()
  }

  function schedule(): void {
    if (timer !== null) return
    const waitMs = sentAtMs + pictureIntervalMs - performance.now()
    timer = setTimeout(flush, Math.max(0, waitMs))
  }

  return {
    onChange(change) {
      if (isEmpty(room)) return
      if (change.book) isBookDue = true
      news.push(...change.trades)
      // What is beyond the list's length would never be shown: the whole list goes instead.
      if (news.length > tradesKept) news = news.slice(-tradesKept)
      schedule()
    },
    emitBook() {
      isBookDue = true
      schedule()
    },
    refreshFigures: figures.refresh,
    pulse: createPulse(options),
    greet(newcomers) {
      sendBook(newcomers)
      const { seq } = marketData.book(marketId)
      const trades = marketData.trades(marketId)
      broadcast(newcomers, 'histories', tradesFrame(scaleOf(), trades, { prepended: false, seq }))
      figures.send(newcomers)
    },
    stop() {
      if (timer !== null) clearTimeout(timer)
      figures.stop()
    },
  }
}

/**
 * The figures of a market's room: sent at most every 500 ms, and what changed sooner is sent when the
 * time has come, so that nobody keeps old figures in a quiet market.
 */
function createFigures({
  marketId,
  room,
  marketData,
  scaleOf,
  broadcast,
  isEmpty,
}: MarketRoomOptions) {
  let timer: NodeJS.Timeout | null = null
  let sentAtMs = Number.NEGATIVE_INFINITY
  let sent = ''

  function refresh(): void {
    if (timer !== null || isEmpty(room)) return
    const ticker = marketData.ticker(marketId)
    const text = JSON.stringify({ ...ticker, seq: 0 })
    if (text === sent) return
    const waitMs = sentAtMs + figuresIntervalMs - performance.now()
    if (waitMs > 0) {
      timer = setTimeout(later, waitMs)
      return
    }
    sentAtMs = performance.now()
    sent = text
    broadcast(room, 'market_update', tickerFrame(scaleOf(), ticker))
  }

  function later(): void {
    timer = null
    refresh()
  }

  return {
    refresh,
    send(to: string): void {
      broadcast(to, 'market_update', tickerFrame(scaleOf(), marketData.ticker(marketId)))
    },
    stop(): void {
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/** What a subscriber has who missed nothing; figures while they are new, so that all else is short. */
function createPulse({
  marketId,
  room,
  marketData,
  scaleOf,
  broadcast,
  isEmpty,
}: MarketRoomOptions) {
  let told = ''
  let tellings = 0
  return () => {
    if (isEmpty(room)) return
    const ticker = marketData.ticker(marketId)
    const text = JSON.stringify({ ...ticker, seq: 0 })
    tellings = text === told ? tellings + 1 : 1
    told = text
    const figures = tellings > figuresPulses ? null : ticker
    const no = marketData.trades(marketId)[0]?.no ?? 0
    broadcast(room, 'pulse', pulseFrame(scaleOf(), marketData.book(marketId), no, figures))
  }
}

function rowsFor(scale: MarketScale) {
  return { scale, buys: createSideRows(scale, 'buy'), sells: createSideRows(scale, 'sell') }
}
