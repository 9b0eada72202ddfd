/** The period of a statement: whole days in Jakarta. */
import { Refusal } from '../../platform/http/refusal.ts'
import { dayMs, wibDate, wibDateStartMs } from '../../platform/time/day.ts'
import type { Span } from '../../platform/time/span.ts'

/** A leap year: longer periods must be requested in parts, so that each answer stays bounded. */
const daysMax = 366

export type StatementPeriod = Span & {
  /** The first and the last day, as YYYY-MM-DD. */
  readonly from: string
  readonly to: string
}

/**
 * The requested days; by default the current month.
 *
 * Refuses `statement.bad_period` for an invalid day, a reversed period, or more than a year.
 */
export function statementPeriod(
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  nowMs: number,
): StatementPeriod {
  const to = query.to ?? wibDate(nowMs)
  const from = query.from ?? `${to.slice(0, 8)}01`
  const fromMs = beginOf(from)
  const toMs = beginOf(to) + dayMs
  if (fromMs >= toMs || toMs - fromMs > daysMax * dayMs) {
    throw new Refusal('statement.bad_period', { max: daysMax })
  }
  return { from, to, fromMs, toMs }
}

function beginOf(day: string): number {
  const timeMs = wibDateStartMs(day)
  // The parser reads 31 February as a day of March.
  const isDay = !Number.isNaN(timeMs) && wibDate(timeMs) === day
  if (!isDay) throw new Refusal('statement.bad_period', { max: daysMax })
  return timeMs
}
