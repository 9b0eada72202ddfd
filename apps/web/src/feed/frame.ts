/**
 * What the screen shows of the book: a few rows a side with ready texts and measured bars, made in the worker
 * at most ten times a second. The page compares texts and paints those that changed.
 */
import { groupThousands } from '@tukar/i18n'
import { countDecimals, groupLevels, type Level, type Precision, type Side } from './levels.ts'

/** Decimals and tick of a market, for frames. */
export type Measures = {
  /** Decimals of one price unit, which are those of the quote currency. */
  readonly priceDecimals: number
  /** Decimals of the base currency. */
  readonly baseDecimals: number
  /** Decimals of shown quantities, from the lot. */
  readonly quantityDecimals: number
  /** Price units. */
  readonly tick: number
}

export type BookRow = {
  /** Price of the row in price units; `quantity` is the sum in base units. */
  readonly price: number
  readonly quantity: number
  readonly priceText: string
  readonly quantityText: string
  readonly totalText: string
  /** Cumulative share of the side's visible volume, in whole percent (DEC-86). */
  readonly sharePercent: number
}

export type BookFrame = {
  readonly seq: number
  /** Best first. */
  readonly asks: readonly BookRow[]
  readonly bids: readonly BookRow[]
  /** The spread in price units and as text; null while a side is empty. */
  readonly spreadText: string | null
  /** The spread in hundredths of a percent of the middle price; null while a side is empty. */
  readonly spreadBasisPoints: number | null
}

export type FrameView = {
  readonly precision: Pick<Precision, 'step' | 'decimals'>
  readonly askRows: number
  readonly bidRows: number
}

/** Formats units with decimal comma and thousands dots, cut to `shown` decimals. */
export function unitsText(units: number, decimals: number, shown: number): string {
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  const whole = groupThousands(digits.slice(0, cut))
  const fraction = digits.slice(cut, cut + shown)
  const sign = units < 0 ? '-' : ''
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole},${fraction}`
}

/**
 * Builds the frame of a book: levels of both sides grouped, cut to the visible rows, measured and formatted.
 */
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
 * The worth of a row, for display only: exact in bigint, with as many decimals as fit. Rupiah is shown
 * without decimals; a currency whose unit is worth about a dollar is shown with cents.
 */
function totalText(price: number, quantity: number, measures: Measures): string {
  const { priceDecimals, baseDecimals } = measures
  const worth = (BigInt(price) * BigInt(quantity)) / 10n ** BigInt(baseDecimals)
  const shown = priceDecimals > 2 ? 2 : 0
  return unitsText(Number(worth), priceDecimals, shown)
}
