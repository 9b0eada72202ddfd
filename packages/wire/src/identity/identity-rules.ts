/** What an identity must be like: the same for the pages and for the server. All functions are pure. */
import { plainTyped } from '@tukar/i18n/inputs'
import type { KycKind, KycNumberKind } from './kyc.ts'

/** Provinces by the code that a NIK begins with (Kemendagri). */
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
/** Was given out for a time, and stands on papers still. */
const formerProvinceCodes: ReadonlySet<string> = new Set(['97'])

/** The youngest age, in whole years, and the oldest that is believed. */
export const ageMin = 17
const ageMax = 120
/** Days are those of Jakarta, which has no summer time. */
const jakartaOffsetMs = 7 * 3_600_000

export type Gender = 'M' | 'F'

/** What a NIK says of its owner: two digits of the year, so that the century is not known. */
export type NikReading = {
  readonly provinceCode: string
  /** Null for a code that no province has. */
  readonly province: string | null
  readonly day: number
  readonly month: number
  /** The last two digits. */
  readonly year: number
  readonly gender: Gender
}

/** What of a NIK does not agree; a warning, for some NIK differ from the real date (never a refusal). */
export type NikHint = 'length' | 'province' | 'date' | 'serial' | 'birth_date' | 'gender'

const nikGrammar = /^(\d{2})\d{4}(\d{2})(\d{2})(\d{2})(\d{4})$/
const femaleDays = 40

/** Decodes a NIK of 16 digits; null where it has another length or its date is none. */
export function readNik(number: string): NikReading | null {
  const found = nikGrammar.exec(number)
  if (found === null) return null
  const [, provinceCode = '', dayDigits, monthDigits, yearDigits] = found
  const [written, month, year] = [Number(dayDigits), Number(monthDigits), Number(yearDigits)]
  const gender = written > femaleDays ? 'F' : 'M'
  const day = written > femaleDays ? written - femaleDays : written
  // The year 2000 stands for both centuries: the 29th of February is let through.
  if (!isDay(month === 2 ? 2000 : 2000 + year, month, day)) return null
  const province = provinces[provinceCode] ?? null
  return { provinceCode, province, day, month, year, gender }
}

/** Everything about a NIK that a person should look at again. */
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
 * The number of an identity paper in its normal form: without blanks, dots and dashes, in capitals. An
 * Indonesian number of digits alone is that of a KTP, whatever its length. Null where it is no number.
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

/** An NPWP as its 15 or 16 digits; null for anything else, a branch number of 22 digits included. */
export function npwpOf(text: string): string | null {
  const digits = plainTyped(text).normalize('NFKC').replaceAll(separators, '')
  return npwpGrammar.test(digits) ? digits : null
}

const phoneMarks = /[\s().\-/]+/g
const indonesianPhone = /^\+62[1-9]\d{6,12}$/
const anyPhone = /^\+[1-9]\d{6,14}$/

/**
 * A phone number in its normal form, `+` and up to 15 digits (DEC-55): 0812… and 62812… are +62812…; an
 * Indonesian one must be of that country. Null where it is none.
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

/** Whole years from a date YYYY-MM-DD to a moment, by the calendar of Jakarta; null where it is no date. */
export function ageOf(birthDate: string, nowMs: number): number | null {
  const [year, month, day] = partsOf(birthDate)
  if (year === undefined || month === undefined || day === undefined) return null
  if (!isDay(year, month, day)) return null
  const now = new Date(nowMs + jakartaOffsetMs)
  const isBefore =
    now.getUTCMonth() + 1 < month || (now.getUTCMonth() + 1 === month && now.getUTCDate() < day)
  return now.getUTCFullYear() - year - (isBefore ? 1 : 0)
}

/** What is wrong with a birth date; null where it can be that of somebody who may join. */
export function birthDateFaultOf(
  birthDate: string,
  nowMs: number,
): 'malformed' | 'too_young' | null {
  const age = ageOf(birthDate, nowMs)
  if (age === null || age < 0 || age > ageMax) return 'malformed'
  return age < ageMin ? 'too_young' : null
}

function partsOf(date: string): readonly (number | undefined)[] {
  const found = dateGrammar.exec(date)
  return found === null ? [] : found.slice(1).map(Number)
}

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** What a file may be, by its first bytes and length: what the pages can say before sending. */
export type PictureType = 'jpeg' | 'png' | 'bmp'

/** The pictures that the steps take (DEC-53); the modal takes no BMP (DEC-54). */
export const stepPictureTypes = ['jpeg', 'png', 'bmp'] as const
