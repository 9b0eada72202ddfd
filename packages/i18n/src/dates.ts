/**
 * Times as they are shown: `YYYY-MM-DD HH:mm:ss` in the zone of whoever reads (FMT-04, DEC-138); the
 * zone's own name where a head states it.
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

/** Returns a moment's local time of day, `HH:mm:ss`. */
export function formatTime(moment: string | number | Date | null | undefined): string {
  const date = read(moment)
  return date === null ? unknownSign : timeText(date)
}

function dateText(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function timeText(date: Date): string {
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

const indonesianZones: Readonly<Record<string, string>> = {
  'Asia/Jakarta': 'WIB',
  'Asia/Pontianak': 'WIB',
  'Asia/Makassar': 'WITA',
  'Asia/Jayapura': 'WIT',
}

/** Returns the short name of a zone as people say it: WIB, WITA, WIT, else "UTC+02:00". */
export function zoneName(zone: string, offsetMinutes: number): string {
  const known = indonesianZones[zone]
  if (known !== undefined) return known
  if (offsetMinutes === 0) return 'UTC'
  const size = Math.abs(offsetMinutes)
  const hours = Math.floor(size / 60)
  return `UTC${offsetMinutes < 0 ? '-' : '+'}${two(hours)}:${two(size - hours * 60)}`
}
