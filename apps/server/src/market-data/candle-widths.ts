/**
 * Widths of candles, and how wider ones are rolled up from stored ones. Days and weeks begin at 00:00
 * WIB, weeks on Monday; a period without trades has no candle.
 */
import type { Candle, CandleWidth } from './port.ts'

export const candleWidths = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'] as const

export type StoredWidth = '1m' | '1h' | '1d'

type Width = {
  readonly lengthMs: number
  /** Added before a time is rounded down to the width: aligns the candles. */
  readonly offsetMs: number
  /** The stored width that it is rolled up from. */
  readonly from: StoredWidth
  /** How many stored candles one of this width has at most. */
  readonly sourceCount: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Western Indonesia Time is seven hours ahead of UTC, all year. */
const wibMs = 7 * hourMs
/** 1970-01-01 was a Thursday: three days after a Monday. */
const mondayMs = 3 * dayMs

const widths: Readonly<Record<CandleWidth, Width>> = {
  '1m': { lengthMs: minuteMs, offsetMs: 0, from: '1m', sourceCount: 1 },
  '5m': { lengthMs: 5 * minuteMs, offsetMs: 0, from: '1m', sourceCount: 5 },
  '15m': { lengthMs: 15 * minuteMs, offsetMs: 0, from: '1m', sourceCount: 15 },
  '1h': { lengthMs: hourMs, offsetMs: 0, from: '1h', sourceCount: 1 },
  '4h': { lengthMs: 4 * hourMs, offsetMs: wibMs, from: '1h', sourceCount: 4 },
  '1d': { lengthMs: dayMs, offsetMs: wibMs, from: '1d', sourceCount: 1 },
  '1w': { lengthMs: 7 * dayMs, offsetMs: wibMs + mondayMs, from: '1d', sourceCount: 7 },
}

/** When the candle of this width and time opened. */
export function candleOpenMs(timeMs: number, width: CandleWidth): number {
  const { lengthMs, offsetMs } = widths[width]
  return Math.floor((timeMs + offsetMs) / lengthMs) * lengthMs - offsetMs
}

/** The stored candles from which a width is rolled up, and at most how many of them make one. */
export function findSource(width: CandleWidth): { from: StoredWidth; sourceCount: number } {
  const { from, sourceCount } = widths[width]
  return { from, sourceCount }
}

/** Folds candles of any narrower width, oldest first, into candles of this width, oldest first. */
export function rollUp(candles: readonly Candle[], width: CandleWidth): Candle[] {
  const rolled: Candle[] = []
  for (const candle of candles) {
    const openMs = candleOpenMs(candle.openMs, width)
    const last = rolled.at(-1)
    if (last?.openMs === openMs) rolled[rolled.length - 1] = joined(last, candle)
    else rolled.push({ ...candle, openMs })
  }
  return rolled
}

function joined(earlier: Candle, later: Candle): Candle {
  return {
    openMs: earlier.openMs,
    open: earlier.open,
    high: Math.max(earlier.high, later.high),
    low: Math.min(earlier.low, later.low),
    close: later.close,
    volume: earlier.volume + later.volume,
  }
}
