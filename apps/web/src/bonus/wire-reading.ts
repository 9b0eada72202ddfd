/** The month's bonus as its answers have it. */
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'

export type Bonus = {
  /** Milliseconds since 1970; the end is the first moment after the month. */
  readonly startMs: number
  readonly endMs: number
  readonly target: number
  readonly count: number
  /** Of those, the orders that count for the bonus. */
  readonly counted: number
  /** A decimal text in rupiah; null where the exchange promises none. */
  readonly amount: string | null
  readonly last: LastMonth | null
}

/** What became of the month before; null where too few orders were filled. */
export type LastMonth = {
  /** `2026-10` */
  readonly month: string
  readonly state: string
  /** Why there is none; empty where there is. */
  readonly reason: string
  /** A decimal text in rupiah. */
  readonly amount: string
}

function readLast(period: JsonRecord): LastMonth | null {
  const last = period['last_month']
  if (!isRecord(last)) return null
  const [month, state, reason, amount] = ['month', 'state', 'reason', 'amount'].map((key) =>
    textAt(last, key),
  )
  return { month: month ?? '', state: state ?? '', reason: reason ?? '', amount: amount ?? '' }
}

/** Reads both answers' data; null where a figure is missing. */
export function readBonus(period: JsonRecord, done: JsonRecord): Bonus | null {
  const startMs = Date.parse(textAt(period, 'start'))
  const endMs = Date.parse(textAt(period, 'end'))
  const target = Number.parseInt(textAt(period, 'target'), 10)
  const count = Number.parseInt(textAt(done, 'count'), 10)
  if (![startMs, endMs, target, count].every(Number.isFinite) || target <= 0) return null
  const told = textAt(period, 'amount')
  const amount = /^\d*\.?\d*[1-9]/.test(told) ? told : null
  const counted = Number.parseInt(textAt(done, 'counted'), 10)
  return {
    startMs,
    endMs,
    target,
    count,
    counted: Number.isFinite(counted) ? counted : count,
    amount,
    last: readLast(period),
  }
}
