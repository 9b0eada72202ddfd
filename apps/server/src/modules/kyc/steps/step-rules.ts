/** The user's input in the steps, validated and normalized (SRV-38). Pure. */
import {
  ageMin,
  birthDateFaultOf,
  countryCodes,
  identityNumberOf,
  type KycDetails,
  type KycField,
  kycFields,
  type KycKind,
  npwpOf,
  phoneOf,
  type PlainErrorCode,
} from '@tukar/wire'
import { Refusal } from '../../../platform/http/refusal.ts'
import { letterWithoutDocument } from '../../../platform/documents/table-document.ts'
import { type TextFault, readLines, readName } from '../../../platform/text/plain-text.ts'

const nameLengthMin = 2
const lineLengthMax = 100
const addressLengthMax = 300
/** The nationality of Indonesian citizens. */
const homeCountry = 'ID'

/** The fields of each variant (DEC-51) by wire name; others are dropped. */
export function fieldNamesOf(kind: KycKind): readonly string[] {
  const { npwp, city, province, nationality, ...both } = kycFields
  const own = kind === 'indonesia' ? [npwp, city, province] : [nationality]
  return [...Object.values(both), ...own]
}

/**
 * The details of a form. A missing field keeps its known value. Refuses with the code of the first invalid
 * field.
 *
 * @param nowMs milliseconds since 1970
 */
export function detailsOf(
  kind: KycKind,
  fields: ReadonlyMap<string, string>,
  known: KycDetails | null,
  nowMs: number,
): KycDetails {
  const given = (field: KycField): string => fields.get(kycFields[field]) ?? known?.[field] ?? ''
  const isIndonesian = kind === 'indonesia'
  const paper = paperOf(given('number'), kind)
  return {
    name: nameOf(given('name')),
    phone: required(phoneOf(given('phone'), kind), 'kyc.phone'),
    birthPlace: lineOf(given('birthPlace'), 'birthPlace', 'kyc.birth_place'),
    birthDate: birthDateOf(given('birthDate'), nowMs),
    gender: genderOf(given('gender')),
    address: addressOf(given('address')),
    profession: lineOf(given('profession'), 'profession', 'kyc.profession'),
    ...paper,
    npwp: isIndonesian ? taxNumberOf(given('npwp')) : null,
    city: isIndonesian ? lineOf(given('city'), 'city', 'kyc.city') : null,
    province: isIndonesian ? lineOf(given('province'), 'province', 'kyc.province') : null,
    nationality: isIndonesian ? homeCountry : countryOf(given('nationality')),
  }
}

function nameOf(text: string): string {
  const read = readName(text, lineLengthMax)
  if (read.ok && Array.from(read.text).length >= nameLengthMin) return read.text
  if (!read.ok) refuseLetter(read.fault, 'name')
  throw new Refusal('kyc.name', { min: nameLengthMin, max: lineLengthMax })
}

function lineOf(text: string, field: KycField, code: PlainErrorCode): string {
  const read = readName(text, lineLengthMax)
  if (read.ok) return read.text
  refuseLetter(read.fault, field)
  if (read.fault.kind === 'long') throw new Refusal('kyc.long', { field, max: lineLengthMax })
  throw new Refusal(code)
}

/**
 * Statements and tax documents show these fields, so they may only have letters that PDF documents can print.
 */
function refuseLetter(fault: TextFault, field: KycField): void {
  if (fault.kind === 'letter') throw new Refusal('kyc.letter', { field, letter: fault.letter })
}

function birthDateOf(text: string, nowMs: number): string {
  const date = text.trim()
  const fault = birthDateFaultOf(date, nowMs)
  if (fault === 'malformed') throw new Refusal('kyc.birth_date')
  if (fault === 'too_young') throw new Refusal('kyc.too_young', { age: ageMin })
  return date
}

function genderOf(text: string): 'M' | 'F' | null {
  const word = text.trim()
  if (word === '') return null
  if (word === 'M' || word === 'F') return word
  throw new Refusal('kyc.gender')
}

function addressOf(text: string): string | null {
  if (text.trim() === '') return null
  const read = readLines(text, addressLengthMax)
  const letter = read.ok ? letterWithoutDocument(read.text) : null
  if (letter !== null) throw new Refusal('kyc.letter', { field: 'address', letter })
  if (read.ok) return read.text
  refuseLetter(read.fault, 'address')
  throw new Refusal('kyc.address', { max: addressLengthMax })
}

/** A number may be missing; a KTP number whose length is not 16 causes a hint to the user, not a refusal. */
function paperOf(text: string, kind: KycKind): Pick<KycDetails, 'number' | 'numberKind'> {
  if (text.trim() === '') {
    return { number: null, numberKind: kind === 'indonesia' ? 'ktp' : 'passport' }
  }
  return required(identityNumberOf(text, kind), 'kyc.number')
}

function taxNumberOf(text: string): string | null {
  return text.trim() === '' ? null : required(npwpOf(text), 'kyc.npwp')
}

/** The alpha-2 code of an existing country other than Indonesia, whose citizens use the other steps. */
function countryOf(text: string): string {
  const code = text.trim().toUpperCase()
  if (countryCodes.includes(code)) return code
  throw new Refusal('kyc.country')
}

function required<T>(value: T | null, code: PlainErrorCode): T {
  if (value === null) throw new Refusal(code)
  return value
}
