/**
 * Candles as plain data: the candle of a trade, and how trades extend candles. Days and weeks start at
 * 00:00 WIB, weeks on Monday. A minute without trades has no candle.
 */

/** The time frames, as the wire writes them. */
export const frames = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'] as const
export type Frame = (typeof frames)[number]

/** Integers in the last shown digit, for prices and volume. */
export type Candle = {
  /** The first millisecond, since 1970 UTC. */
  readonly openMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export type CandleTrade = {
  readonly no: number
  readonly price: number
  readonly quantity: number
  readonly timeMs: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const frameMs: Readonly<Record<Frame, number>> = {
  '1m': minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '1h': hourMs,
  '4h': 4 * hourMs,
  '1d': dayMs,
  '1w': 7 * dayMs,
}
/** Jakarta is seven hours ahead of UTC, all year. */
const jakartaMs = 7 * hourMs
/** 1970-01-01 was a Thursday: the first Monday was four days later. */
const firstMondayMs = 4 * dayMs

/** Returns the first millisecond of the candle at a time. */
export function candleStartMs(timeMs: number, frame: Frame): number {
  const originMs = (frame === '1w' ? firstMondayMs : 0) - (isByDay(frame) ? jakartaMs : 0)
  const sinceMs = timeMs - originMs
  const width = frameMs[frame]
  return originMs + Math.floor(sinceMs / width) * width
}

/** Frames aligned to the day in Jakarta. Four hours are too, so that a day has six candles. */
function isByDay(frame: Frame): boolean {
  return frame === '4h' || frame === '1d' || frame === '1w'
}

/**
 * Returns the candle after a trade: the last one extended, or a new one; null for a trade before the last
 * candle.
 */
export function candleAfter(
  last: Candle | null,
  { price, quantity, timeMs }: CandleTrade,
  frame: Frame,
): Candle | null {
  const openMs = candleStartMs(timeMs, frame)
  if (last === null || openMs > last.openMs) {
    return { openMs, open: price, high: price, low: price, close: price, volume: quantity }
  }
  if (openMs < last.openMs) return null
  return {
    ...last,
    high: Math.max(last.high, price),
    low: Math.min(last.low, price),
    close: price,
    volume: last.volume + quantity,
  }
}

/**
 * Returns the candles with the missing trades added.
 *
 * @param trades oldest first, without gaps
 * @param lastNo number of the last trade in the candles
 */
export function completeCandles(
  candles: readonly Candle[],
  trades: readonly CandleTrade[],
  frame: Frame,
  lastNo: number,
): readonly Candle[] {
  const complete = [...candles]
  for (const trade of trades) {
    if (trade.no <= lastNo) continue
    const before = complete.at(-1) ?? null
    const candle = candleAfter(before, trade, frame)
    if (candle === null) continue
    if (before?.openMs === candle.openMs) complete[complete.length - 1] = candle
    else complete.push(candle)
  }
  return complete
}

/** Whether a candle covers a day or more: then its time is the day in Jakarta in every time zone. */
export function isDaily(frame: Frame): boolean {
  return frame === '1d' || frame === '1w'
}

/**
 * Returns the display shift of a candle's time in milliseconds: days are Jakarta's, shorter frames use the
 * viewer's time zone.
 */
export function shownShiftMs(openMs: number, frame: Frame): number {
  return isDaily(frame) ? jakartaMs : -new Date(openMs).getTimezoneOffset() * minuteMs
}

/** Returns the number of decimals in a decimal string. */
export function decimalsIn(text: string): number {
  return text.split('.')[1]?.length ?? 0
}
