/** The rules of identity data, shared by pages and server. All functions are pure. */
import { plainTyped } from '@tukar/i18n/inputs'
import type { KycKind, KycNumberKind } from './kyc.ts'

/** Provinces by the first digits of a NIK (Kemendagri). */
export const provinces: Readonly<Record<string, string>> = {
  '11': 'Aceh',
  '12': 'Sumatera Utara',
  '13': 'Sumatera Barat',
  '14': 'Riau',
  '15': 'Jambi',
  '16': 'Sumatera Selatan',
  '17': 'Bengkulu',
  '18': 'Lampung',
  '19': 'Kepulauan Bangka Belitung',
  '21': 'Kepulauan Riau',
  '31': 'DKI Jakarta',
  '32': 'Jawa Barat',
  '33': 'Jawa Tengah',
  '34': 'DI Yogyakarta',
  '35': 'Jawa Timur',
  '36': 'Banten',
  '51': 'Bali',
  '52': 'Nusa Tenggara Barat',
  '53': 'Nusa Tenggara Timur',
  '61': 'Kalimantan Barat',
  '62': 'Kalimantan Tengah',
  '63': 'Kalimantan Selatan',
  '64': 'Kalimantan Timur',
  '65': 'Kalimantan Utara',
  '71': 'Sulawesi Utara',
  '72': 'Sulawesi Tengah',
  '73': 'Sulawesi Selatan',
  '74': 'Sulawesi Tenggara',
  '75': 'Gorontalo',
  '76': 'Sulawesi Barat',
  '81': 'Maluku',
  '82': 'Maluku Utara',
  '91': 'Papua',
  '92': 'Papua Barat',
  '93': 'Papua Selatan',
  '94': 'Papua Tengah',
  '95': 'Papua Pegunungan',
  '96': 'Papua Barat Daya',
}
/** Former codes that are still on documents. */
const formerProvinceCodes: ReadonlySet<string> = new Set(['97'])

/** The minimum age in whole years, and the maximum plausible one. */
export const ageMin = 17
const ageMax = 120
/** Dates are Jakarta's, which has no daylight saving time. */
const jakartaOffsetMs = 7 * 3_600_000

export type Gender = 'M' | 'F'

/** The data in a NIK; the year has two digits, so the century is unknown. */
export type NikReading = {
  readonly provinceCode: string
  /** Null for an unknown code. */
  readonly province: string | null
  readonly day: number
  readonly month: number
  /** The last two digits. */
  readonly year: number
  readonly gender: Gender
}

/** A part of a NIK that does not match. It is only a warning, because some NIK differ from the real date. */
export type NikHint = 'length' | 'province' | 'date' | 'serial' | 'birth_date' | 'gender'

const nikGrammar = /^(\d{2})\d{4}(\d{2})(\d{2})(\d{2})(\d{4})$/
const femaleDays = 40

/** Decodes a NIK of 16 digits; null for another length or an invalid date. */
export function readNik(number: string): NikReading | null {
  const found = nikGrammar.exec(number)
  if (found === null) return null
  const [, provinceCode = '', dayDigits, monthDigits, yearDigits] = found
  const [written, month, year] = [Number(dayDigits), Number(monthDigits), Number(yearDigits)]
  const gender = written > femaleDays ? 'F' : 'M'
  const day = written > femaleDays ? written - femaleDays : written
  // The year 2000 represents both centuries: February 29 is accepted.
  if (!isDay(month === 2 ? 2000 : 2000 + year, month, day)) return null
  const province = provinces[provinceCode] ?? null
  return { provinceCode, province, day, month, year, gender }
}

/** All parts of a NIK that need a review. */
export function nikHintsOf(
  number: string,
  typed: { readonly birthDate: string | null; readonly gender: Gender | null },
): readonly NikHint[] {
  if (!nikGrammar.test(number)) return ['length']
  const hints: NikHint[] = []
  const provinceCode = number.slice(0, 2)
  if (provinces[provinceCode] === undefined && !formerProvinceCodes.has(provinceCode)) {
    hints.push('province')
  }
  if (number.endsWith('0000')) hints.push('serial')
  const read = readNik(number)
  if (read === null) return [...hints, 'date']
  if (typed.birthDate !== null && birthDigits(read) !== shortDate(typed.birthDate)) {
    hints.push('birth_date')
  }
  if (typed.gender !== null && typed.gender !== read.gender) hints.push('gender')
  return hints
}

function birthDigits({ year, month, day }: NikReading): string {
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
}

/** "1990-07-01" is "90-07-01". */
function shortDate(date: string): string {
  return date.slice(2)
}

const separators = /[\s.\-/]+/g
const digitsOnly = /^\d+$/
const paperGrammar = /^[A-Z0-9]{5,20}$/

/**
 * The normal form of a document number: without spaces, dots and dashes, in capitals. An Indonesian number of
 * digits only is read as that of a KTP, whatever its length. Null if it is malformed.
 */
export function identityNumberOf(
  text: string,
  kind: KycKind,
): { readonly number: string; readonly numberKind: KycNumberKind } | null {
  const number = plainTyped(text).normalize('NFKC').replaceAll(separators, '').toUpperCase()
  if (!paperGrammar.test(number) || !/\d/.test(number)) return null
  const isKtp = kind === 'indonesia' && digitsOnly.test(number)
  return { number, numberKind: isKtp ? 'ktp' : 'passport' }
}

const npwpGrammar = /^\d{15,16}$/

/** The 15 or 16 digits of an NPWP; null for any other text, also for a branch number of 22 digits. */
export function npwpOf(text: string): string | null {
  const digits = plainTyped(text).normalize('NFKC').replaceAll(separators, '')
  return npwpGrammar.test(digits) ? digits : null
}

const phoneMarks = /[\s().\-/]+/g
const indonesianPhone = /^\+62[1-9]\d{6,12}$/
const anyPhone = /^\+[1-9]\d{6,14}$/

/**
 * The normal form of a phone number: `+` and up to 15 digits (DEC-55). 0812… and 62812… become +62812…; users
 * with an Indonesian identity need an Indonesian number. Null if it is malformed.
 */
export function phoneOf(text: string, kind: KycKind): string | null {
  const dense = plainTyped(text).normalize('NFKC').replaceAll(phoneMarks, '')
  const phone = dense
    .replace(/^00(?=[1-9])/, '+')
    .replace(/^0+(?=[1-9])/, '+62')
    .replace(/^62(?=[1-9])/, '+62')
    .replace(/^\+620+/, '+62')
  return (kind === 'indonesia' ? indonesianPhone : anyPhone).test(phone) ? phone : null
}

const dateGrammar = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whole years from a date YYYY-MM-DD to a moment, by the calendar of Jakarta; null for an invalid date. */
export function ageOf(birthDate: string, nowMs: number): number | null {
  const [year, month, day] = readDate(birthDate)
  if (year === undefined || month === undefined || day === undefined) return null
  if (!isDay(year, month, day)) return null
  const now = new Date(nowMs + jakartaOffsetMs)
  const isBefore =
    now.getUTCMonth() + 1 < month || (now.getUTCMonth() + 1 === month && now.getUTCDate() < day)
  return now.getUTCFullYear() - year - (isBefore ? 1 : 0)
}

/** The fault of a birth date; null if it is plausible and old enough. */
export function birthDateFaultOf(
  birthDate: string,
  nowMs: number,
): 'malformed' | 'too_young' | null {
  const age = ageOf(birthDate, nowMs)
  if (age === null || age < 0 || age > ageMax) return 'malformed'
  return age < ageMin ? 'too_young' : null
}

function readDate(date: string): readonly (number | undefined)[] {
  const found = dateGrammar.exec(date)
  return found === null ? [] : found.slice(1).map(Number)
}

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** The type of an image, from its first bytes and length; pages check it before sending. */
export type PictureType = 'jpeg' | 'png' | 'bmp'

/** The image types of the steps (DEC-53); the modal does not accept BMP (DEC-54). */
export const stepPictureTypes = ['jpeg', 'png', 'bmp'] as const
