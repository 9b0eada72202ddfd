/** The candle of a trade. Days begin at 00:00 WIB. */

export const storedWidths = ['1m', '1h', '1d'] as const
export type StoredWidth = (typeof storedWidths)[number]

const widthMs: Readonly<Record<StoredWidth, number>> = {
  '1m': 60_000,
  '1h': 3_600_000,
  '1d': 86_400_000,
}
/** Western Indonesia Time is seven hours ahead of UTC, all year. */
const wibOffsetMs = 7 * 3_600_000

/** When the candle of this time opened. */
export function candleOpenMs(timeMs: number, width: StoredWidth): number {
  const length = widthMs[width]
  const offset = width === '1d' ? wibOffsetMs : 0
  return Math.floor((timeMs + offset) / length) * length - offset
}
