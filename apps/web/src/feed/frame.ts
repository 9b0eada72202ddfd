/**
 * What of the book is put on the screen: a few rows a side, texts ready and bars measured, made in the
 * worker at most ten times a second. The page compares texts and paints those that changed.
 */
import { groupThousands } from '@tukar/i18n'
import { countDecimals, groupLevels, type Level, type Precision, type Side } from './levels.ts'

/** The market's numbers as frames need them. */
export type Measures = {
  /** Decimals of one price unit and of the quote currency's unit. */
  readonly priceDecimals: number
  /** Decimals of the base currency's unit. */
  readonly baseDecimals: number
  /** Decimals of quantities as shown: the lot's. */
  readonly quantityDecimals: number
  /** Price units. */
  readonly tick: number
}

export type BookRow = {
  /** Price units of the step; base units of all that stands in it. */
  readonly price: number
  readonly quantity: number
  readonly priceText: string
  readonly quantityText: string
  readonly totalText: string
  /** Cumulative share of the side's visible volume, whole percent (DEC-86). */
  readonly sharePercent: number
}

export type BookFrame = {
  readonly seq: number
  /** Best first. */
  readonly asks: readonly BookRow[]
  readonly bids: readonly BookRow[]
  /** Between the best prices: price units and text, null while a side is empty. */
  readonly spreadText: string | null
  /** The spread as hundredths of a percent of the middle, null while a side is empty. */
  readonly spreadBasisPoints: number | null
}

export type FrameView = {
  readonly precision: Pick<Precision, 'step' | 'decimals'>
  readonly askRows: number
  readonly bidRows: number
}

/** Returns units as shown, comma decimals and dot thousands, cut to `shown` decimals. */
export function unitsText(units: number, decimals: number, shown: number): string {
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  const whole = groupThousands(digits.slice(0, cut))
  const fraction = digits.slice(cut, cut + shown)
  const sign = units < 0 ? '-' : ''
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole},${fraction}`
}

/** Makes the picture of a book: both sides gathered, cut, measured and put into words. */
export function buildBookFrame(
  book: { readonly seq: number; readonly bids: readonly Level[]; readonly asks: readonly Level[] },
  view: FrameView,
  measures: Measures,
): BookFrame {
  const bestBid = book.bids[0]?.price
  const bestAsk = book.asks[0]?.price
  const hasBoth = bestBid !== undefined && bestAsk !== undefined
  const spread = hasBoth ? bestAsk - bestBid : null
  const { priceDecimals } = measures
  return {
    seq: book.seq,
    asks: buildRows(book.asks, 'sell', view, measures),
    bids: buildRows(book.bids, 'buy', view, measures),
    spreadText:
      spread === null
        ? null
        : unitsText(spread, priceDecimals, countDecimals(measures.tick, priceDecimals)),
    spreadBasisPoints: hasBoth
      ? Math.round(((bestAsk - bestBid) * 20_000) / (bestAsk + bestBid))
      : null,
  }
}

function buildRows(
  levels: readonly Level[],
  side: Side,
  view: FrameView,
  measures: Measures,
): readonly BookRow[] {
  const { priceDecimals, baseDecimals, quantityDecimals } = measures
  const count = side === 'sell' ? view.askRows : view.bidRows
  const rows = groupLevels(levels, view.precision.step, side, count)
  const whole = rows.reduce((sum, row) => sum + row.quantity, 0)
  let sum = 0
  return rows.map(({ price, quantity }) => {
    sum += quantity
    return {
      price,
      quantity,
      priceText: unitsText(price, priceDecimals, view.precision.decimals),
      quantityText: unitsText(quantity, baseDecimals, quantityDecimals),
      totalText: totalText(price, quantity, measures),
      sharePercent: Math.round((sum / whole) * 100),
    }
  })
}

/**
 * What a row is worth, for the eye alone: exact in bigint, and as many decimals as still fit. Whole
 * rupiah, but cents of a currency whose unit is worth a dollar.
 */
function totalText(price: number, quantity: number, measures: Measures): string {
  const { priceDecimals, baseDecimals } = measures
  const worth = (BigInt(price) * BigInt(quantity)) / 10n ** BigInt(baseDecimals)
  const shown = priceDecimals > 2 ? 2 : 0
  return unitsText(Number(worth), priceDecimals, shown)
}
