/** Public calls: markets, currencies, book, trades, candles. */
import type { FastifyRequest } from 'fastify'
import { formatPrice, formatUnits } from '@tukar/money'
import {
  calls,
  type CandleRow,
  type CourseRow,
  courseRow,
  type CurrencyFigures,
  currencyRow,
  type LevelFigures,
  levelRow,
  type ListFields,
  marketRow,
  numberField,
  textField,
  tradeRow,
  wordField,
} from '@tukar/wire'
import type { Candle, MarketData } from '../../market-data/port.ts'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Guard, route } from '../../platform/http/route.ts'
import { listData, listOf } from '../../platform/lists/answer.ts'
import { selectRows } from '../../platform/lists/select-rows.ts'
import type { ListedMarket, Listing } from './listing.ts'

export type MarketRoutes = {
  readonly listing: Listing
  readonly marketData: MarketData
  /** Sends the book of a market to its room. */
  readonly emitBook: (marketId: number) => void
  readonly guard: Guard
  /** The levels of a book where the caller has an order; empty for a guest (SRV-58). */
  readonly ownLevels: (request: FastifyRequest, marketId: number) => Promise<MyLevels>
}

/** The user, and whether a level is one of theirs. */
export type MyLevels = {
  readonly userId: number | null
  readonly has: (side: 'buy' | 'sell', price: number) => boolean
}

const candleRowsDefault = 500
const candleRowsMax = 1_000

const marketFields: ListFields = {
  id: numberField('marketId'),
  pair: textField('symbol'),
  market_state: wordField('state', { open: 'open', cancel_only: 'cancel_only', halted: 'halted' }),
}

const currencyFields: ListFields = {
  id: numberField('currencyId'),
  ccurrency_symbol: textField('symbol'),
  ccurrency_name: textField('name'),
  ccurrency_kind: textField('kind'),
  ccurrency_show: wordField('isListed', { yes: true, no: false }),
}

/** Serves the public calls. */
export function registerMarketRoutes(http: HttpHost, routes: MarketRoutes): void {
  registerListing(http, routes)
  registerPictures(http, routes)
}

function registerListing(http: HttpHost, routes: MarketRoutes): void {
  const { listing, guard } = routes
  route(http, guard, calls.markets, async ({ request, input }) => {
    const list = listOf(input, marketFields, 'id')
    const page = selectRows(list, shownMarkets(routes), 'marketId', (market, name) =>
      name === 'symbol' ? market.symbol : name === 'state' ? market.state : market.marketId,
    )
    return success(request, { data: listData(list, page, (market) => marketRowOf(routes, market)) })
  })
  route(http, guard, calls.market, async ({ request, id }) => {
    return success(request, { data: marketRowOf(routes, shown(routes, marketAt(listing, id))) })
  })
  route(http, guard, calls.currencies, async ({ request, input }) => {
    const list = listOf(input, currencyFields, 'id')
    const page = selectRows(list, listing.currencies(), 'currencyId', currencyValue)
    return success(request, { data: listData(list, page, currencyRow) })
  })
}

function currencyValue(currency: CurrencyFigures, name: string): string | number | boolean {
  switch (name) {
    case 'symbol':
      return currency.symbol
    case 'name':
      return currency.name
    case 'kind':
      return currency.kind
    case 'isListed':
      return currency.isListed
    default:
      return currency.currencyId
  }
}

function registerPictures(http: HttpHost, routes: MarketRoutes): void {
  const { marketData, emitBook, guard } = routes
  route(http, guard, calls.book, async ({ request, input }) => {
    const market = marketOfPair(routes, input.pair)
    const own = await routes.ownLevels(request, market.marketId)
    const { bids, asks, seq, checksum } = marketData.book(market.marketId)
    const rowOfLevel = (side: 'buy' | 'sell') => (level: LevelFigures) =>
      levelRow(market.scale, side, level, own.has(side, level.price) ? own.userId : null)
    const data = {
      buys: bids.map(rowOfLevel('buy')),
      sells: asks.map(rowOfLevel('sell')),
      market: marketRowOf(routes, market),
      seq,
      checksum,
    }
    return success(request, { data, ...data })
  })
  route(http, guard, calls.trades, async ({ request, input }) => {
    const market = marketOfPair(routes, input.pair)
    const trades = marketData.trades(market.marketId)
    return success(request, { data: trades.map((trade) => tradeRow(market.scale, trade)) })
  })
  route(http, guard, calls.emitBook, async ({ request, id }) => {
    emitBook(marketAt(routes.listing, id).marketId)
    return success(request)
  })
  route(http, guard, calls.candles, async ({ request, input }) => {
    const market = marketOfPair(routes, input.pair)
    const rows = Math.min(Number(input.rows ?? candleRowsDefault), candleRowsMax)
    const { candles, lastNo } = await marketData.candles(market.marketId, input.width, rows)
    const data = candles.map((candle) => candleRow(market, candle))
    return success(request, { data, no: lastNo })
  })
  const lastDay = courseRows(routes)
  route(http, guard, calls.lastDay, async ({ request }) => success(request, { data: lastDay() }))
}

/** The courses are computed once for all callers, at most once in this time. */
const coursesCacheMs = 5_000

/** The last day of all markets, newest market first. */
function courseRows(routes: MarketRoutes) {
  const { marketData } = routes
  let rows: readonly CourseRow[] = []
  let madeMs = -Infinity
  return () => {
    const nowMs = performance.now()
    if (nowMs - madeMs >= coursesCacheMs) {
      const markets = shownMarkets(routes).toSorted((a, b) => b.marketId - a.marketId)
      rows = markets.map(({ marketId, scale }) => courseRow(scale, marketData.course(marketId)))
      madeMs = nowMs
    }
    return rows
  }
}

function candleRow({ scale }: ListedMarket, candle: Candle): CandleRow {
  const price = (units: number) => formatPrice(units, scale.tick, scale.quoteDecimals)
  return {
    time: candle.openMs,
    open: price(candle.open),
    high: price(candle.high),
    low: price(candle.low),
    close: price(candle.close),
    volume: formatUnits(candle.volume, scale.baseDecimals),
  }
}

const noCurrency: CurrencyFigures = {
  currencyId: 0,
  symbol: '',
  name: '',
  icon: '',
  decimals: 0,
  kind: '',
  withdrawalRails: [],
  travelRuleThreshold: null,
  withdrawalFee: '0',
  depositMin: null,
  isListed: false,
  areDepositsOpen: false,
  areWithdrawalsOpen: false,
}

/** The rows of all markets, as the call lists them. */
export function allMarketRows(sources: Shown) {
  return shownMarkets(sources).map((market) => marketRowOf(sources, market))
}

type Shown = Pick<MarketRoutes, 'listing' | 'marketData'>

/** The listed markets, except one that was listed a moment ago and has no figures yet. */
function shownMarkets({ listing, marketData }: Shown): readonly ListedMarket[] {
  return listing.markets().filter(({ marketId }) => marketData.knows(marketId))
}

/** The market with its figures, if there are any yet. */
function shown({ marketData }: Shown, market: ListedMarket): ListedMarket {
  if (!marketData.knows(market.marketId)) throw new Refusal('market.unknown')
  return market
}

/** A market's row, in the format of its call. */
export function marketRowOf({ listing, marketData }: Shown, market: ListedMarket) {
  return marketRow({
    scale: market.scale,
    ticker: marketData.ticker(market.marketId),
    base: listing.currency(market.baseId) ?? noCurrency,
    quote: listing.currency(market.quoteId) ?? noCurrency,
    state: market.state,
    lot: market.lot,
    notionalMin: market.notionalMin,
    band: market,
    rates: listing.rates(market.marketId, Date.now()),
  })
}

/** The market of a path: its number, or its pair (DEC-79). */
export function marketAt(listing: Listing, text: string): ListedMarket {
  const market = /^[1-9]\d{0,3}$/.test(text)
    ? listing.market(Number(text))
    : listing.marketOfPair(text)
  if (market === undefined) throw new Refusal('market.unknown')
  return market
}

function marketOfPair(routes: Shown, pair: string): ListedMarket {
  const market = routes.listing.marketOfPair(pair)
  if (market === undefined) throw new Refusal('market.unknown')
  return shown(routes, market)
}
