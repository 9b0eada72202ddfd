/** Public calls: markets, currencies, book, trades, candles. */
import {
  CandlesQuery,
  type CurrencyFigures,
  currencyRow,
  levelRow,
  marketRow,
  PairQuery,
  tradeRow,
} from '@tukar/wire'
import { formatPrice, formatUnits } from '@tukar/money'
import type { MarketData } from '../../market-data/port.ts'
import { decode, type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { selectRows } from '../list-rows.ts'
import type { ListedMarket, Listing } from './listing.ts'

export type MarketRoutes = {
  readonly listing: Listing
  readonly marketData: MarketData
  /** Sends the book of a market to its room. */
  readonly emitBook: (marketId: number) => void
}

const candleRowsDefault = 500
const candleRowsMax = 1_000

export function registerMarketRoutes(http: HttpHost, routes: MarketRoutes): void {
  const { listing, marketData, emitBook } = routes
  const rowOf = (market: ListedMarket) => marketRowOf(routes, market)

  http.get('/markets', async (request) => {
    const rows = listing.markets().map(rowOf)
    return success(request, { data: selectRows(request.query, rows, marketFields) })
  })
  http.get<{ Params: { id: string } }>('/markets/:id', async (request) => {
    return success(request, { data: rowOf(marketAt(listing, request.params.id)) })
  })
  http.get('/currencies', async (request) => {
    const rows = listing.currencies().map(currencyRow)
    return success(request, { data: selectRows(request.query, rows, currencyFields) })
  })
  http.get('/exchange/load-first-time', async (request) => {
    const market = marketOfQuery(listing, request.query)
    const { bids, asks, seq, checksum } = marketData.book(market.marketId)
    const data = {
      buys: bids.map((level) => levelRow(market.scale, 'buy', level)),
      sells: asks.map((level) => levelRow(market.scale, 'sell', level)),
      market: rowOf(market),
      seq,
      checksum,
    }
    return success(request, { data, ...data })
  })
  http.get('/histories/load-first-time', async (request) => {
    const market = marketOfQuery(listing, request.query)
    const trades = marketData.trades(market.marketId)
    return success(request, { data: trades.map((trade) => tradeRow(market.scale, trade)) })
  })
  http.get<{ Params: { id: string } }>('/obooks/emit/:id', async (request) => {
    emitBook(marketAt(listing, request.params.id).marketId)
    return success(request)
  })
  http.get('/chart/history', async (request) => {
    const query = decode(CandlesQuery, request.query)
    const market = marketOfQuery(listing, query)
    const rows = Math.min(Number(query.rows ?? candleRowsDefault), candleRowsMax)
    const candles = await marketData.candles(market.marketId, query.width, rows)
    const { scale } = market
    const price = (units: number) => formatPrice(units, scale.tick, scale.quoteDecimals)
    return success(request, {
      data: candles.map((candle) => ({
        time: candle.openMs,
        open: price(candle.open),
        high: price(candle.high),
        low: price(candle.low),
        close: price(candle.close),
        volume: formatUnits(candle.volume, scale.baseDecimals),
      })),
    })
  })
}

const marketFields = ['id', 'pair', 'pair_show', 'market_state'] as const
const currencyFields = ['id', 'ccurrency_symbol', 'ccurrency_kind', 'ccurrency_show'] as const

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
  isListed: false,
}

function marketRowOf({ listing, marketData }: MarketRoutes, market: ListedMarket) {
  return marketRow({
    scale: market.scale,
    ticker: marketData.ticker(market.marketId),
    base: listing.currency(market.baseId) ?? noCurrency,
    quote: listing.currency(market.quoteId) ?? noCurrency,
    state: market.state,
    lot: market.lot,
    notionalMin: market.notionalMin,
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

function marketOfQuery(listing: Listing, query: unknown): ListedMarket {
  const market = listing.marketOfPair(decode(PairQuery, query).pair)
  if (market === undefined) throw new Refusal('market.unknown')
  return market
}
