/** The remaining time as hours, minutes and seconds. */

const secondMs = 1_000
const two = (value: number) => String(value).padStart(2, '0')

/** Returns "23:59:08"; null if no time is left. */
export function timeLeft(leftMs: number): string | null {
  if (leftMs <= 0) return null
  const seconds = Math.ceil(leftMs / secondMs)
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map(two).join(':')
}
