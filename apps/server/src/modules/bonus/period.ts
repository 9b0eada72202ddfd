/** The months in which orders count: calendar months in Jakarta (DEC-128). */
import type { BonusPeriod } from '@tukar/wire'
import { wibDateStartMs, wibMs } from '../../platform/time/day.ts'

/** The month in Jakarta of a moment; times in milliseconds since 1970. */
export function periodAt(momentMs: number): BonusPeriod {
  const there = new Date(momentMs + wibMs)
  const [year, month] = [there.getUTCFullYear(), there.getUTCMonth()]
  return { startMs: Date.UTC(year, month) - wibMs, endMs: Date.UTC(year, month + 1) - wibMs }
}

/** A month as text, from its start: `2026-11`. */
export function monthOf(startMs: number): string {
  return new Date(startMs + wibMs).toISOString().slice(0, 7)
}

/** The start of a month that is given as text, in milliseconds since 1970. */
export function startOfMonth(month: string): number {
  return wibDateStartMs(`${month}-01`)
}
