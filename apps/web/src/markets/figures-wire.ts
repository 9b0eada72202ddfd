/** The live figures of a market from rows of lists and events: wire names end here. */
import { type JsonRecord, textAt } from '../api/json.ts'

/** Decimal strings; null is unknown and never 0. */
export type Figures = {
  readonly lastPrice: string | null
  /** The last price that differed from the current one. */
  readonly previousPrice: string | null
  readonly bestBid: string | null
  readonly bestAsk: string | null
  /** Percent: "1.24". */
  readonly changePercent: string | null
  readonly high: string | null
  readonly low: string | null
  /** In the base currency. */
  readonly volume: string | null
  /** The volume in the quote currency. */
  readonly quoteVolume: string | null
}

export const unknownFigures: Figures = {
  lastPrice: null,
  previousPrice: null,
  bestBid: null,
  bestAsk: null,
  changePercent: null,
  high: null,
  low: null,
  volume: null,
  quoteVolume: null,
}

/** Our figures and their names on the wire; the first name with a value counts (DEC-72, DEC-74). */
const figureNames: readonly (readonly [keyof Figures, readonly string[]])[] = [
  ['lastPrice', ['last_price']],
  ['previousPrice', ['previous_price']],
  ['bestBid', ['last_bid', 'price_buy']],
  ['bestAsk', ['last_ask', 'price_sell']],
  ['changePercent', ['change_24h']],
  ['high', ['high_24h', 'ticker_24h_high']],
  ['low', ['low_24h', 'ticker_24h_low']],
  ['volume', ['vol_24h']],
  ['quoteVolume', ['vol_24h_quote']],
]

/**
 * The figures in a row; null where the row's value is empty. Figures that are not in the row are left out.
 */
export function readFigures(row: JsonRecord): Partial<Figures> {
  const figures: { -readonly [Figure in keyof Figures]?: string | null } = {}
  for (const [figure, names] of figureNames) {
    const values = names.filter((name) => name in row).map((name) => textAt(row, name))
    if (values.length > 0) figures[figure] = values.find((text) => text !== '') ?? null
  }
  return figures
}
