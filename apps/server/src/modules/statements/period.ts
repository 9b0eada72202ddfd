/** The time of a statement: whole days of Jakarta's calendar. */
import { Refusal } from '../../platform/http/refusal.ts'
import { dayMs, wibDate, wibMs } from '../../platform/time/day.ts'

/** A leap year: what is longer is asked for in parts, so that one answer stays bounded. */
const daysMax = 366

export type StatementPeriod = {
  /** The first and the last day, as YYYY-MM-DD. */
  readonly from: string
  readonly to: string
  /** Milliseconds since 1970; `untilMs` is not included. */
  readonly fromMs: number
  readonly untilMs: number
}

/**
 * The days that are asked for; without them the month so far.
 *
 * Refuses `statement.bad_period` where a day is none, where they run backwards, or are more than a year.
 */
export function statementPeriod(
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
  nowMs: number,
): StatementPeriod {
  const to = asked.to ?? wibDate(nowMs)
  const from = asked.from ?? `${to.slice(0, 8)}01`
  const fromMs = beginOf(from)
  const untilMs = beginOf(to) + dayMs
  if (fromMs >= untilMs || untilMs - fromMs > daysMax * dayMs) {
    throw new Refusal('statement.bad_period', { max: daysMax })
  }
  return { from, to, fromMs, untilMs }
}

function beginOf(day: string): number {
  const timeMs = Date.parse(`${day}T00:00:00Z`)
  // The clock's parser takes 31 February for a day of March.
  const isDay = !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(day)
  if (!isDay) throw new Refusal('statement.bad_period', { max: daysMax })
  return timeMs - wibMs
}

/** The stretches of a period that a file is read in, so that no more than one is in memory. */
export function stretchesOf(
  { fromMs, untilMs }: Pick<StatementPeriod, 'fromMs' | 'untilMs'>,
  days: number,
): readonly { readonly fromMs: number; readonly untilMs: number }[] {
  const stretches = []
  for (let at = fromMs; at < untilMs; at += days * dayMs) {
    stretches.push({ fromMs: at, untilMs: Math.min(at + days * dayMs, untilMs) })
  }
  return stretches
}
