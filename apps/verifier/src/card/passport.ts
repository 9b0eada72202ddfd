/**
 * The machine readable zone of a passport (TD3: two lines of 44 characters). The check digits show which
 * fields were recognized correctly; the parser corrects similar-looking characters.
 */
import { parse } from 'mrz'
import { calendarDate, realDate } from './digits.ts'

export type PassportFields = {
  readonly number: string | null
  readonly name: string | null
  /** YYYY-MM-DD. */
  readonly birthDate: string | null
  /** YYYY-MM-DD, the last day; null unless its check digit agrees. */
  readonly expiryDate: string | null
  /** Share of the three check digits (number, birth, expiry) that agree, 0 to 1. */
  readonly confidence: number
}

const lineLength = 44
/** A line whose length differs by more was cut off, or is not part of the zone. */
const lengthErrorMax = 6
const checkedFields = [
  'documentNumberCheckDigit',
  'birthDateCheckDigit',
  'expirationDateCheckDigit',
] as const

/** Reads two lines; null if they are not the zone of a passport. */
export function readPassport(lines: readonly string[]): PassportFields | null {
  const [first, second] = lines.map((line) => line.toUpperCase().replaceAll(/[^A-Z0-9<]/g, ''))
  if (first === undefined || second === undefined) return null
  if (!first.startsWith('P') || !first.includes('<<')) return null
  const [top, bottom] = [ofLength(first), ofLength(second)]
  if (top === null || bottom === null) return null
  const { fields, details } = parse([top, bottom], { autocorrect: true })
  const agrees = (field: (typeof checkedFields)[number]) =>
    details.some((detail) => detail.field === field && detail.valid)
  const agreed = checkedFields.filter(agrees).length
  if (agreed === 0) return null
  const name = [fields.firstName, fields.lastName].filter(Boolean).join(' ')
  return {
    number: fields.documentNumber ?? null,
    name: name === '' ? null : name,
    birthDate: parseBirthDate(fields.birthDate ?? ''),
    expiryDate: agrees('expirationDateCheckDigit')
      ? parseExpiryDate(fields.expirationDate ?? '')
      : null,
    confidence: agreed / checkedFields.length,
  }
}

/**
 * The line with its longest run of fillers adjusted to a total of 44 characters; null if it differs too much.
 */
function ofLength(line: string): string | null {
  const missing = lineLength - line.length
  if (missing === 0) return line
  if (Math.abs(missing) > lengthErrorMax) return null
  const [longest = ''] = (line.match(/<+/g) ?? []).toSorted((a, b) => b.length - a.length)
  if (longest.length + missing < 0) return null
  const at = line.lastIndexOf(longest)
  const fillers = '<'.repeat(longest.length + missing)
  const fitted = line.slice(0, at) + fillers + line.slice(at + longest.length)
  return fitted.length === lineLength ? fitted : null
}

const dateShape = /^(\d{2})(\d{2})(\d{2})$/

/** Years of two digits: the last that is not in the future. */
function parseBirthDate(text: string): string | null {
  const [, year = '', month = '', day = ''] = dateShape.exec(text) ?? []
  if (year === '') return null
  const isThisCentury = Number(year) <= new Date().getUTCFullYear() % 100
  return realDate(`${isThisCentury ? '20' : '19'}${year}`, month, day)
}

/** No passport is valid for longer. */
const validYearsMax = 20

/** Two-digit years: this century, except those that no valid passport reaches. */
function parseExpiryDate(text: string): string | null {
  const [, year = '', month = '', day = ''] = dateShape.exec(text) ?? []
  if (year === '') return null
  const isAhead = Number(year) > (new Date().getUTCFullYear() % 100) + validYearsMax
  return calendarDate(`${isAhead ? '19' : '20'}${year}`, month, day)
}
