/** The month's bonus as its answers have it. */
import { type JsonRecord, textAt } from '../api/json.ts'

export type Bonus = {
  /** Milliseconds since 1970; the end is the first moment after the month. */
  readonly startMs: number
  readonly endMs: number
  readonly target: number
  readonly count: number
  /** A decimal text in rupiah; null where the exchange promises none. */
  readonly amount: string | null
}

/** Reads both answers' data; null where a figure is missing. */
export function readBonus(period: JsonRecord, done: JsonRecord): Bonus | null {
  const startMs = Date.parse(textAt(period, 'start'))
  const endMs = Date.parse(textAt(period, 'end'))
  const target = Number.parseInt(textAt(period, 'target'), 10)
  const count = Number.parseInt(textAt(done, 'count'), 10)
  if (![startMs, endMs, target, count].every(Number.isFinite) || target <= 0) return null
  const amount = textAt(period, 'amount')
  return { startMs, endMs, target, count, amount: /^\d*\.?\d*[1-9]/.test(amount) ? amount : null }
}
