/**
 * The figures of the last 24 hours, in one bucket per minute. Expired buckets are dropped; the last of
 * them is the reference of the change. The window consists of whole minutes: it begins with the minute of 24
 * hours ago.
 */

/** The trades of one minute; minutes without trades have no bucket. */
export type MinuteBucket = {
  /** Minutes since 1970. */
  readonly minute: number
  high: number
  low: number
  close: number
  /** Base and quote units. */
  volumeBase: number
  volumeQuote: number
}

export type WindowFigures = {
  /** Price of the last trade before the window; null if there was none. */
  readonly reference: number | null
  /** null without trades within the window. */
  readonly high: number | null
  readonly low: number | null
  readonly volumeBase: number
  readonly volumeQuote: number
}

/** Prices at even steps, for a small curve. */
export type Course = {
  /** Time of the first price: the start of the window, or the minute of the first trade if that is later. */
  readonly fromMs: number
  readonly toMs: number
  /** `courseSteps` + 1 prices, the first at `fromMs`, the last at `toMs`; empty before the first trade. */
  readonly prices: readonly number[]
}

export type DayFigures = {
  /** Adds a trade; trades must be in order of time. */
  add(trade: { timeMs: number; price: number; quantity: number; quote: number }): void
  /** The figures as of this time, which must not be before the last trade's minute. */
  at(nowMs: number): WindowFigures
  /** The prices within the window as of this time, which must not be before the last trade's minute. */
  course(nowMs: number): Course
}

export const minuteMs = 60_000
const windowMinutes = 1_440
/** One step per hour of a day. */
export const courseSteps = 24
/** Dropped buckets are removed from the array in groups of this size. */
const cutLength = 256

/** The first minute of the window that ends now. */
export function findFirstMinute(nowMs: number): number {
  return Math.floor(nowMs / minuteMs) - windowMinutes
}

/**
 * Creates the figures from stored trades.
 *
 * @param reference price of the last trade before the buckets, null if there was none
 * @param buckets of past minutes, oldest first
 */
export function createDayFigures(
  reference: number | null,
  buckets: readonly MinuteBucket[],
): DayFigures {
  const kept = buckets.map((bucket) => ({ ...bucket }))
  let head = 0
  let before = reference
  // Totals of all buckets but the last one, which still changes; null when they must be recomputed.
  let past: PastFigures | null = null

  function drop(firstMinute: number): void {
    for (;;) {
      const bucket = kept[head]
      if (bucket === undefined || bucket.minute >= firstMinute) break
      before = bucket.close
      head += 1
      past = null
    }
    if (head >= cutLength) {
      kept.splice(0, head)
      head = 0
    }
  }

  return {
    add({ timeMs, price, quantity, quote }) {
      const minute = Math.floor(timeMs / minuteMs)
      const last = kept.at(-1)
      if (last === undefined || kept.length === head || last.minute < minute) {
        kept.push({
          minute,
          high: price,
          low: price,
          close: price,
          volumeBase: quantity,
          volumeQuote: quote,
        })
        past = null
        return
      }
      if (price > last.high) last.high = price
      if (price < last.low) last.low = price
      last.close = price
      last.volumeBase += quantity
      last.volumeQuote += quote
    },
    at(nowMs) {
      drop(findFirstMinute(nowMs))
      const last = kept.length > head ? kept.at(-1) : undefined
      if (last === undefined) {
        return { reference: before, high: null, low: null, volumeBase: 0, volumeQuote: 0 }
      }
      past ??= sumBuckets(kept.slice(head, -1))
      return {
        reference: before,
        high: Math.max(past.high, last.high),
        low: Math.min(past.low, last.low),
        volumeBase: bounded(past.base + BigInt(last.volumeBase)),
        volumeQuote: bounded(past.quote + BigInt(last.volumeQuote)),
      }
    },
    course(nowMs) {
      const firstMinute = findFirstMinute(nowMs)
      drop(firstMinute)
      return toCourse(kept.slice(head), before, { firstMinute, nowMs })
    },
  }
}

/** A price is valid until the next trade; within a minute only the last price is known. */
function toCourse(
  buckets: readonly MinuteBucket[],
  before: number | null,
  { firstMinute, nowMs }: { readonly firstMinute: number; readonly nowMs: number },
): Course {
  const beginning = before === null ? buckets[0]?.minute : firstMinute
  if (beginning === undefined) return { fromMs: nowMs, toMs: nowMs, prices: [] }
  const fromMs = beginning * minuteMs
  const prices: number[] = []
  let price = before ?? buckets[0]?.close ?? 0
  let next = 0
  for (let step = 0; step <= courseSteps; step += 1) {
    const untilMs = fromMs + ((nowMs - fromMs) * step) / courseSteps
    for (; next < buckets.length; next += 1) {
      const bucket = buckets[next]
      if (bucket === undefined || (bucket.minute * minuteMs >= untilMs && step < courseSteps)) break
      price = bucket.close
    }
    prices.push(price)
  }
  return { fromMs, toMs: nowMs, prices }
}

type PastFigures = {
  readonly high: number
  readonly low: number
  readonly base: bigint
  readonly quote: bigint
}

function sumBuckets(buckets: readonly MinuteBucket[]): PastFigures {
  let high = 0
  let low = Number.MAX_SAFE_INTEGER
  let base = 0n
  let quote = 0n
  for (const bucket of buckets) {
    high = Math.max(high, bucket.high)
    low = Math.min(low, bucket.low)
    base += BigInt(bucket.volumeBase)
    quote += BigInt(bucket.volumeQuote)
  }
  return { high, low, base, quote }
}

/** Never loses precision silently: above 2^53 − 1 the bound itself is shown. */
function bounded(sum: bigint): number {
  const max = BigInt(Number.MAX_SAFE_INTEGER)
  return Number(sum < max ? sum : max)
}

/** Hundredths of a percent from reference to price, rounded to the nearest; null if unknown. */
export function changeBasisPoints(price: number | null, reference: number | null): number | null {
  if (price === null || reference === null) return null
  return Math.round(((price - reference) / reference) * 10_000)
}
