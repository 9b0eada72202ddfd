/**
 * Times for people: `YYYY-MM-DD HH:mm:ss` in the reader's zone (FMT-04, DEC-138). Operators see Jakarta time
 * with its name, so that all of them mean the same hour.
 */
import { unknownSign } from './numbers.ts'

const two = (value: number): string => String(value).padStart(2, '0')

function read(moment: string | number | Date | null | undefined): Date | null {
  if (moment === null || moment === undefined) return null
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? null : date
}

/** Returns a moment as `YYYY-MM-DD HH:mm:ss` in the local zone; unknown is an en dash. */
export function formatDateTime(moment: string | number | Date | null | undefined): string {
  const date = read(moment)
  return date === null ? unknownSign : `${dateText(date)} ${timeText(date)}`
}

/** The same without seconds: `YYYY-MM-DD HH:mm`. */
export function formatDateMinute(moment: string | number | Date | null | undefined): string {
  return formatDateTime(moment).slice(0, 'YYYY-MM-DD HH:mm'.length)
}

/** Returns a moment's local time of day, `HH:mm:ss`. */
export function formatTime(moment: string | number | Date | null | undefined): string {
  const date = read(moment)
  return date === null ? unknownSign : timeText(date)
}

/** WIB is seven hours ahead of UTC, all year. */
const wibMs = 7 * 3_600_000

/** Returns a moment as `YYYY-MM-DD HH:mm:ss WIB`, Jakarta's time; unknown is an en dash. */
export function formatWib(moment: string | number | Date | null | undefined): string {
  const text = wibText(moment)
  return text === null ? unknownSign : `${text.slice(0, 'YYYY-MM-DD HH:mm:ss'.length)} WIB`
}

/** Returns the same without seconds: `YYYY-MM-DD HH:mm WIB`. */
export function formatWibMinute(moment: string | number | Date | null | undefined): string {
  const text = wibText(moment)
  return text === null ? unknownSign : `${text.slice(0, 'YYYY-MM-DD HH:mm'.length)} WIB`
}

function wibText(moment: string | number | Date | null | undefined): string | null {
  const date = read(moment)
  return date === null ? null : new Date(date.getTime() + wibMs).toISOString().replace('T', ' ')
}

function dateText(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function timeText(date: Date): string {
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}
