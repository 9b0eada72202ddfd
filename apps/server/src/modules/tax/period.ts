/** Tax months and years: those of the calendar in Jakarta, like the due dates. */
import { dayMs, wibDayStartMs, wibMs } from '../../platform/time/day.ts'
import { splitSpan, type Span } from '../../platform/time/span.ts'

/** A month, or a whole year where `month` is null; months from 1. */
export type TaxPeriod = { readonly year: number; readonly month: number | null }

export function spanOf({ year, month }: TaxPeriod): Span {
  const [first, next] = month === null ? [0, 12] : [month - 1, month]
  return { fromMs: Date.UTC(year, first) - wibMs, toMs: Date.UTC(year, next) - wibMs }
}

/** The month of a moment. */
export function monthAt(momentMs: number): { readonly year: number; readonly month: number } {
  const there = new Date(momentMs + wibMs)
  return { year: there.getUTCFullYear(), month: there.getUTCMonth() + 1 }
}

const partMs = dayMs / 8

/** The day of a moment. */
export function dayAt(momentMs: number): Span {
  const fromMs = wibDayStartMs(momentMs)
  return { fromMs, toMs: fromMs + dayMs }
}

/**
 * The days of a span that starts at a day boundary, each with its first moment and the moment after its last.
 */
export function daysOf(span: Span): readonly Span[] {
  return splitSpan(span, dayMs)
}

/** A day in parts of three hours. */
export function partsOfDay(day: Span): readonly Span[] {
  return splitSpan(day, partMs)
}

/** A period in the names of files and documents: `2026-03`, or `2026`. */
export function periodName({ year, month }: TaxPeriod): string {
  return month === null ? String(year) : `${year}-${String(month).padStart(2, '0')}`
}

/** The days of the following month on which a month's tax is due for payment and report. */
const dueDays = { payment: 15, report: 20 } as const

/** Both due dates, as `2026-04-15`. */
export function dueDatesOf({ year, month }: { readonly year: number; readonly month: number }): {
  readonly payment: string
  readonly report: string
} {
  const dateOf = (day: number) => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
  return { payment: dateOf(dueDays.payment), report: dateOf(dueDays.report) }
}
