/**
 * Trades that the tables may not hold yet, as small candles per journal row: they complete the newest candle
 * of a chart. Rows are dropped once they are in the tables.
 */
import type { Candle } from './port.ts'

type RowCandle = Candle & { readonly row: number }

export type FreshCandles = {
  /** Adds a trade of a committed batch; all trades of a row have one time. */
  add(trade: { row: number; timeMs: number; price: number; quantity: number }): void
  /** Drops the trades up to a row that the tables hold. */
  drop(row: number): void
  /** The trades of all later rows; null if some of them were dropped. */
  after(row: number): readonly RowCandle[] | null
}

/**
 * No trades yet.
 *
 * @param startRow trades up to this row are not included
 */
export function createFreshCandles(startRow: number): FreshCandles {
  let rows: RowCandle[] = []
  let droppedRow = startRow
  return {
    add({ row, timeMs, price, quantity }) {
      const last = rows.at(-1)
      if (last?.row !== row) {
        rows.push({
          row,
          openMs: timeMs,
          volume: quantity,
          open: price,
          high: price,
          low: price,
          close: price,
        })
        return
      }
      rows[rows.length - 1] = {
        ...last,
        high: Math.max(last.high, price),
        low: Math.min(last.low, price),
        close: price,
        volume: last.volume + quantity,
      }
    },
    drop(row) {
      const at = rows.findIndex((candle) => candle.row > row)
      const count = at < 0 ? rows.length : at
      droppedRow = rows[count - 1]?.row ?? droppedRow
      rows = rows.slice(count)
    },
    after: (row) => (row < droppedRow ? null : rows.filter((candle) => candle.row > row)),
  }
}
