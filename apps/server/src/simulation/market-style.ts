/** Style of each market in simulation: volatility, spread and volume. */

export type MarketStyle = {
  /** Standard deviation of the price's logarithm over one minute. */
  readonly volatility: number
  /** Distance of the best quote from the fair price, as a fraction of the price. */
  readonly halfSpread: number
  /** Distance of the last quote from the best quote, as a fraction of the price. */
  readonly depth: number
  /** Trades per minute at full pace. */
  readonly tradesPerMinute: number
  /** Trades per minute in the history of the first days. */
  readonly pastTradesPerMinute: number
  /** Median size of a trade in quote units. */
  readonly medianQuote: number
}

const bitcoin: MarketStyle = {
  volatility: 0.000_4,
  halfSpread: 0.000_15,
  depth: 0.006,
  tradesPerMinute: 40,
  pastTradesPerMinute: 2,
  medianQuote: 1_200_000_000,
}

const styles: Readonly<Record<string, MarketStyle>> = {
  BTC_IDR: bitcoin,
  ETH_IDR: {
    volatility: 0.000_6,
    halfSpread: 0.000_25,
    depth: 0.008,
    tradesPerMinute: 16,
    pastTradesPerMinute: 0.6,
    medianQuote: 700_000_000,
  },
  BNB_IDR: {
    volatility: 0.000_6,
    halfSpread: 0.000_35,
    depth: 0.009,
    tradesPerMinute: 12,
    pastTradesPerMinute: 0.5,
    medianQuote: 400_000_000,
  },
  USDT_IDR: {
    volatility: 0.000_03,
    halfSpread: 0.000_15,
    depth: 0.003,
    tradesPerMinute: 16,
    pastTradesPerMinute: 0.6,
    medianQuote: 1_500_000_000,
  },
  BTC_USDT: {
    volatility: 0.000_4,
    halfSpread: 0.000_2,
    depth: 0.006,
    tradesPerMinute: 12,
    pastTradesPerMinute: 0.5,
    medianQuote: 900_000_000,
  },
}

/** Whether the market makers trade a market. They leave markets that were listed later to users. */
export function isSimulated({ symbol }: { readonly symbol: string }): boolean {
  return styles[symbol] !== undefined
}

/** The style of a market; the default is the style of bitcoin. */
export function styleOf(symbol: string): MarketStyle {
  return styles[symbol] ?? bitcoin
}
