/**
 * The messages to subscribers of one market: the book, new trades, figures. Each is encoded once for the
 * whole room, at most every 100 ms, and only after a change.
 */
import type { EventOf, MarketScale } from '@tukar/wire'
import type { MarketChange, MarketData, PublicTrade } from '../market-data/port.ts'
import { recentTradesMax } from '../market-data/port.ts'
import { createSideRows, pulseFrame, sideFrame, tickerFrame, tradesFrame } from './frames.ts'
import type { MarketEvent } from './subscription.ts'

/** The minimum interval between two book messages of one market. */
export const bookIntervalMs = 100
/** The minimum interval between two `market_update` events to the subscribers of a market. */
export const figuresIntervalMs = 500
/** The number of pulses that repeat changed figures. */
const figuresPulses = 2

/** Sends to the subscribers of this event in a room. */
export type Broadcast = <E extends MarketEvent>(room: string, event: E, payload: EventOf<E>) => void

export type MarketRoomOptions = {
  readonly marketId: number
  readonly room: string
  readonly marketData: MarketData
  /** The scale of the market's figures as currently listed. */
  readonly scaleOf: () => MarketScale
  readonly broadcast: Broadcast
  readonly isEmpty: (room: string) => boolean
}

export type MarketRoom = {
  onChange(change: MarketChange): void
  /** Sends the book even if nothing changed, within the rate limit. */
  emitBook(): void
  /** Sends the figures if they differ from the last ones, for example because time has passed (SRV-46). */
  refreshFigures(): void
  /** Sends the current numbers, encoded once for all. */
  pulse(): void
  /** Sends everything to new subscribers, who are in a room of their own. */
  greet(room: string): void
  stop(): void
}

/** Starts serving a market's subscribers. */
export function createMarketRoom(options: MarketRoomOptions): MarketRoom {
  const { marketId, room, marketData, scaleOf, broadcast, isEmpty } = options
  let rows = rowsFor(scaleOf())
  let timer: NodeJS.Timeout | null = null
  let sentAtMs = Number.NEGATIVE_INFINITY
  const figures = createFigures(options)
  let isBookDue = false
  let newTrades: PublicTrade[] = []

  function sendBook(to: string): void {
    const scale = scaleOf()
    if (scale.tick !== rows.scale.tick) rows = rowsFor(scale)
    const book = marketData.book(marketId)
    broadcast(to, 'buys', sideFrame(scale, book, rows.buys(book.bids)))
    broadcast(to, 'sells', sideFrame(scale, book, rows.sells(book.asks)))
  }

  function sendTrades(): void {
    const { seq } = marketData.book(marketId)
    const isWhole = newTrades.length >= recentTradesMax
    const trades = isWhole ? marketData.trades(marketId) : newTrades.toReversed()
    newTrades = []
    broadcast(room, 'histories', tradesFrame(scaleOf(), trades, { prepended: !isWhole, seq }))
  }

  function flush(): void {
    timer = null
    if (isEmpty(room)) {
      isBookDue = false
      newTrades = []
      return
    }
    sentAtMs = performance.now()
    if (isBookDue) sendBook(room)
    isBookDue = false
    if (newTrades.length > 0) sendTrades()
    figures.refresh()
  }

  function schedule(): void {
    if (timer !== null) return
    const waitMs = sentAtMs + bookIntervalMs - performance.now()
    timer = setTimeout(flush, Math.max(0, waitMs))
  }

  return {
    onChange(change) {
      if (isEmpty(room)) return
      if (change.book) isBookDue = true
      newTrades.push(...change.trades)
      // Trades beyond the length of the list would never be shown: send the whole list instead.
      if (newTrades.length > recentTradesMax) newTrades = newTrades.slice(-recentTradesMax)
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
 * The figures of a market's room, at most every 500 ms. Changes in between are sent when the interval ends,
 * so that figures never stay outdated in a quiet market.
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

/** The current numbers; figures only after a change, to keep the others short. */
function createPulse({
  marketId,
  room,
  marketData,
  scaleOf,
  broadcast,
  isEmpty,
}: MarketRoomOptions) {
  let lastText = ''
  let tellings = 0
  return () => {
    if (isEmpty(room)) return
    const ticker = marketData.ticker(marketId)
    const text = JSON.stringify({ ...ticker, seq: 0 })
    tellings = text === lastText ? tellings + 1 : 1
    lastText = text
    const figures = tellings > figuresPulses ? null : ticker
    const no = marketData.trades(marketId)[0]?.no ?? 0
    broadcast(room, 'pulse', pulseFrame(scaleOf(), marketData.book(marketId), no, figures))
  }
}

function rowsFor(scale: MarketScale) {
  return { scale, buys: createSideRows(scale, 'buy'), sells: createSideRows(scale, 'sell') }
}
