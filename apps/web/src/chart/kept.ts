/** The chart's choices stored on the device: time frame and averages. */
import { averageLengths, type AverageLength } from './averages.ts'
import { type Frame, frames } from './candles.ts'

const frameKey = 'tukar.chart.frame'
const averagesKey = 'tukar.chart.averages'
const frameDefault: Frame = '15m'

/** The time frame of the last visit. */
export function storedFrame(): Frame {
  const stored = read(frameKey)
  return frames.find((frame) => frame === stored) ?? frameDefault
}

/** Stores the time frame. */
export function keepFrame(frame: Frame): void {
  write(frameKey, frame)
}

/** The averages of the last visit; at the first visit the two shorter ones. */
export function storedAverages(): readonly AverageLength[] {
  const stored = read(averagesKey)
  if (stored === null) return [7, 25]
  const named = new Set(stored.split(','))
  return averageLengths.filter((length) => named.has(String(length)))
}

/** Stores the averages. */
export function keepAverages(lengths: readonly AverageLength[]): void {
  write(averagesKey, lengths.join(','))
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}
