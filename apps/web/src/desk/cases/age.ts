/** The waiting time of a case: its text and its urgency. */

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** From this age on a case is late, and from the next one on overdue. */
const lateMs = 15 * minuteMs
const overdueMs = hourMs

export type Age = {
  readonly unit: 'seconds' | 'minutes' | 'hours' | 'days'
  readonly count: number
  readonly judged: 'fresh' | 'late' | 'overdue'
}

/** The time since a moment; a future moment, by another clock, counts as new. */
export function toAge(beganAt: string, nowMs: number): Age {
  const ms = Math.max(0, nowMs - Date.parse(beganAt)) || 0
  const judged = ms >= overdueMs ? 'overdue' : ms >= lateMs ? 'late' : 'fresh'
  if (ms < minuteMs) return { unit: 'seconds', count: Math.floor(ms / 1_000), judged }
  if (ms < hourMs) return { unit: 'minutes', count: Math.floor(ms / minuteMs), judged }
  if (ms < 2 * dayMs) return { unit: 'hours', count: Math.floor(ms / hourMs), judged }
  return { unit: 'days', count: Math.floor(ms / dayMs), judged }
}
