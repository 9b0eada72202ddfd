/** Sorts and filters a list of markets: by a column, favorites first, and only those that match a search. */
import { compareDecimals } from '@tukar/i18n'
import type { Market } from './market.ts'
import { compareExact, type Exact, parseExact, product, findRupiahPrice } from './rupiah-price.ts'

export const sortKeys = ['pair', 'last', 'change', 'high', 'low', 'volume'] as const
export type SortKey = (typeof sortKeys)[number]
export type Direction = 'asc' | 'desc'
export type MarketSort = { readonly key: SortKey; readonly direction: Direction }

/** Reads "change-desc"; null, which is the listed order, for any other text. */
export function readSort(text: unknown): MarketSort | null {
  if (typeof text !== 'string') return null
  const [word, direction, ...rest] = text.split('-')
  const key = sortKeys.find((known) => known === word)
  if (key === undefined || rest.length > 0) return null
  return direction === 'asc' || direction === 'desc' ? { key, direction } : null
}

/** The text that `readSort` reads; empty for the listed order. */
export function sortText(sort: MarketSort | null): string {
  return sort === null ? '' : `${sort.key}-${sort.direction}`
}

/**
 * Returns the sort order after a press on a column's head: the column's first direction, the opposite, then
 * the listed order.
 */
export function nextSort(sort: MarketSort | null, key: SortKey): MarketSort | null {
  // Names start with A, figures with the highest.
  const first: Direction = key === 'pair' ? 'asc' : 'desc'
  if (sort?.key !== key) return { key, direction: first }
  if (sort.direction !== first) return null
  return { key, direction: first === 'asc' ? 'desc' : 'asc' }
}

/** The comparable figure of each market by pair; null if it is unknown. */
function readSortFigures(
  markets: readonly Market[],
  key: Exclude<SortKey, 'pair' | 'change'>,
): ReadonlyMap<string, Exact | null> {
  const rates = new Map<string, Exact | null>()
  return new Map(
    markets.map((market) => {
      const { quote } = market
      if (!rates.has(quote)) rates.set(quote, findRupiahPrice(quote, markets))
      return [
        market.pair,
        product(parseExact(market[figures[key]] ?? ''), rates.get(quote) ?? null),
      ]
    }),
  )
}

/** Volumes have different currencies, so the traded value is compared. */
const figures = { last: 'lastPrice', high: 'high', low: 'low', volume: 'quoteVolume' } as const

type Compare = (one: Market, other: Market) => number

/** Compares by a figure; unknown figures are last in both directions. */
function byFigure<Figure>(
  figureOf: (market: Market) => Figure | null,
  compare: (one: Figure, other: Figure) => number,
): Compare {
  return (one, other) => {
    const [first, second] = [figureOf(one), figureOf(other)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return compare(first, second)
  }
}

function comparisonBy(markets: readonly Market[], { key, direction }: MarketSort): Compare {
  const sign = direction === 'asc' ? 1 : -1
  if (key === 'pair') return (one, other) => (one.pair < other.pair ? -sign : sign)
  if (key === 'change') {
    const change = ({ changePercent }: Market) => changePercent
    return byFigure(change, (one, other) => sign * compareDecimals(one, other))
  }
  const known = readSortFigures(markets, key)
  const figure = ({ pair }: Market) => known.get(pair) ?? null
  return byFigure(figure, (one, other) => sign * compareExact(one, other))
}

/**
 * Sorts markets, favorites first; equal ones keep the listed order. Prices and volumes are compared in
 * rupiah.
 */
export function sortMarkets(
  markets: readonly Market[],
  sort: MarketSort | null,
  favorites: ReadonlySet<string>,
): readonly Market[] {
  const compare = sort === null ? () => 0 : comparisonBy(markets, sort)
  return markets.toSorted((one, other) => {
    const rank = Number(favorites.has(other.pair)) - Number(favorites.has(one.pair))
    return rank === 0 ? compare(one, other) : rank
  })
}

const plain = (text: string): string => text.toLowerCase().replace(/[\s/_-]+/g, '')

/** Whether a market's pair or its currency's name contains this text: "btc/idr", "btcidr", "bitc". */
export function isFound(market: Market, query: string): boolean {
  const wanted = plain(query)
  return plain(market.pair).includes(wanted) || plain(market.baseName).includes(wanted)
}

export type MarketFilter = {
  readonly query: string
  readonly isFavoritesOnly: boolean
  readonly favorites: ReadonlySet<string>
}

/** Returns the markets that match. */
export function filterMarkets(
  markets: readonly Market[],
  { query, isFavoritesOnly, favorites }: MarketFilter,
): readonly Market[] {
  return markets.filter(
    (market) => (!isFavoritesOnly || favorites.has(market.pair)) && isFound(market, query),
  )
}
