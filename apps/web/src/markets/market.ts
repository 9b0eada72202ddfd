/** A market in a list. All figures are decimal strings; null is unknown and never 0. */

import type { Figures } from './figures-wire.ts'

export type Market = Figures & {
  readonly id: number
  /** "BTC_IDR" */
  readonly pair: string
  readonly base: string
  readonly quote: string
  /** The base currency's full name. */
  readonly baseName: string
  readonly icon: string | null
  /** The taker's fee as a fraction: "0.0020". */
  readonly feeRate: string | null
  /** Decimals of the market's tick. */
  readonly priceDecimals: number
  /** Decimals of shown base amounts. */
  readonly baseDecimals: number
}

/**
 * Sorts markets into the listed order: by the time of listing, so that the first market of the exchange is
 * first. The server sends them newest first (MKT-02).
 */
export function asListed(markets: readonly Market[]): readonly Market[] {
  return markets.toSorted((one, other) => one.id - other.id)
}

/** The market that opens by default (CONST-18). */
export const defaultMarket = { id: 1, pair: 'BTC_IDR' } as const

/** The route of the default market's trading page. */
export const tradingRoute = {
  to: '/markets/$marketId/$pair',
  params: { marketId: String(defaultMarket.id), pair: defaultMarket.pair },
} as const

/** Formats a pair for display: "BTC/IDR". */
export function pairText(pair: string): string {
  return pair.replace('_', '/')
}

/** Steps of the decimals menu (CONST-08); the first is the default (DEC-70). */
export const precisionSteps = ['0.0001', '0.001', '0.01', '0.1', '1'] as const
export type PrecisionStep = (typeof precisionSteps)[number]
