/** How each market behaves in simulation: how far its price moves, how tight and how busy it is. */

export type MarketStyle = {
  /** Deviation of the price's logarithm over one minute. */
  readonly volatility: number
  /** Distance of the best quote from the fair price, as a part of it. */
  readonly halfSpread: number
  /** How far behind the best quote the last one stands, as a part of the price. */
  readonly depth: number
  /** Trades a minute, at full pace. */
  readonly tradesPerMinute: number
  /** Trades a minute in the history of the first days. */
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

/** Whether the house's traders know a market: one that was listed later is left to people. */
export function isSimulated({ symbol }: { readonly symbol: string }): boolean {
  return styles[symbol] !== undefined
}

/** The style of a market; one without its own moves as bitcoin does. */
export function styleOf(symbol: string): MarketStyle {
  return styles[symbol] ?? bitcoin
}
