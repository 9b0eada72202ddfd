/**
 * Trades that the tables may not hold yet, as small candles by journal row: what the newest candle of a
 * chart is completed with. Rows that are written are dropped.
 */
import type { Candle } from './port.ts'

type RowCandle = Candle & { readonly row: number }

export type FreshCandles = {
  /** Takes a trade of a committed batch; a row's trades share one time. */
  add(trade: { row: number; timeMs: number; price: number; quantity: number }): void
  /** Forgets rows that the tables hold. */
  drop(projectedRow: number): void
  /** What is kept now; what is added later does not change it. */
  kept(): readonly RowCandle[]
}

/** Nothing fresh yet. */
export function createFreshCandles(): FreshCandles {
  let rows: RowCandle[] = []
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
    drop(projectedRow) {
      const first = rows[0]
      if (first === undefined || first.row > projectedRow) return
      const at = rows.findIndex(({ row }) => row > projectedRow)
      rows = at < 0 ? [] : rows.slice(at)
    },
    kept: () => rows.slice(),
  }
}
