/** The months and years of tax reports, in Jakarta time for all users. */
import { dayInJakarta } from '../bonus/period.ts'

/** A month from 1, or a whole year if `month` is null. */
export type TaxPeriod = { readonly year: number; readonly month: number | null }

/** The month of a moment. */
export function toMonth(momentMs: number): { readonly year: number; readonly month: number } {
  const [year = 0, month = 0] = dayInJakarta(momentMs).split('-').map(Number)
  return { year, month }
}

/** Whether a period has begun at a moment. */
export function hasBegun({ year, month }: TaxPeriod, momentMs: number): boolean {
  const now = toMonth(momentMs)
  return year < now.year || (year === now.year && (month ?? 1) <= now.month)
}

/** The period as file names have it: `2026-03`, or `2026`. */
export function periodName({ year, month }: TaxPeriod): string {
  return month === null ? String(year) : `${year}-${String(month).padStart(2, '0')}`
}
