/** The days of a statement, in Jakarta time for all users. */
import { dayInJakarta } from '../bonus/period.ts'

/** First and last day, `YYYY-MM-DD`, both included. */
export type Days = { readonly from: string; readonly to: string }

export const presets = ['thisMonth', 'lastMonth', 'thisYear'] as const
export type Preset = (typeof presets)[number]

const dayMs = 86_400_000
/** The longest period that the server accepts. */
const daysMax = 366

/** The days of a preset at a moment. */
export function toDays(preset: Preset, nowMs: number): Days {
  const today = dayInJakarta(nowMs)
  const firstOfMonth = `${today.slice(0, 8)}01`
  if (preset === 'thisMonth') return { from: firstOfMonth, to: today }
  if (preset === 'thisYear') return { from: `${today.slice(0, 5)}01-01`, to: today }
  const lastOfBefore = new Date(Date.parse(firstOfMonth) - dayMs).toISOString().slice(0, 10)
  return { from: `${lastOfBefore.slice(0, 8)}01`, to: lastOfBefore }
}

/** The preset with these days; null if the days were chosen individually. */
export function findPreset(days: Days, nowMs: number): Preset | null {
  const isSame = ({ from, to }: Days) => from === days.from && to === days.to
  return presets.find((preset) => isSame(toDays(preset, nowMs))) ?? null
}

/** Whether the server would accept these days. */
export function areDays({ from, to }: Days): boolean {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  return fromMs <= toMs && (toMs - fromMs) / dayMs < daysMax
}
