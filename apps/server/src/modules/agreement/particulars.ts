/**
 * The personal details that a user enters before the agreement (DEC-66). They start with the data of the
 * identity check; the verified fields cannot be changed. Pure.
 */
import {
  birthDateFaultOf,
  type GivenParticulars,
  identityNumberOf,
  type KycDetails,
  npwpOf,
  type ParticularField,
  particularNames,
  type Particulars,
  particularsBy,
  phoneOf,
} from '@tukar/wire'
import { Refusal } from '../../platform/http/refusal.ts'
import { type TextFault, readName } from '../../platform/text/plain-text.ts'

/** In characters. */
const textLengthMax = 100
const addressLengthMax = 300
const shownDigits = 4

/** Numbers of which only the last characters are shown. */
const masked: ReadonlySet<ParticularField> = new Set(['number', 'npwp'])
const optional: ReadonlySet<ParticularField> = new Set(['gender', 'npwp'])

const numberTypes = { ktp: 'KTP', passport: 'Passport' } as const

/** The fields that the identity check verified, else empty; nobody can change them here. */
function verifiedOf(identity: KycDetails | null): GivenParticulars {
  if (identity === null) return {}
  const number = identity.number ?? ''
  return {
    number,
    numberType: number === '' ? '' : numberTypes[identity.numberKind],
    birthDate: identity.birthDate ?? '',
  }
}

/** The fields that the user typed in the identity check. */
function typedOf(identity: KycDetails | null): GivenParticulars {
  return {
    profession: identity?.profession ?? '',
    address: identity?.address ?? '',
    phone: identity?.phone ?? '',
    birthPlace: identity?.birthPlace ?? '',
    gender: identity?.gender ?? '',
    city: identity?.city ?? '',
    province: identity?.province ?? '',
    npwp: identity?.npwp ?? '',
  }
}

/**
 * The details of a user: verified fields first, then the last saved ones, then those typed in the identity
 * check.
 */
export function mergeParticulars(
  identity: KycDetails | null,
  saved: GivenParticulars | null,
): Particulars {
  const [verified, typed] = [verifiedOf(identity), typedOf(identity)]
  return particularsBy((field) => verified[field] || (saved?.[field] ?? typed[field] ?? ''))
}

/** The details with all but the last four characters of numbers hidden. */
export function maskedParticulars(particulars: Particulars): Particulars {
  return particularsBy((field) => {
    const text = particulars[field]
    return masked.has(field) ? maskedEnd(text) : text
  })
}

function maskedEnd(text: string): string {
  return text.slice(-shownDigits).padStart(text.length, '•')
}

/**
 * Checks the given details and returns those to store; a missing field keeps its known value. Refuses
 * `agreement.read_only` for a change of a verified field, `agreement.empty` for a missing one,
 * `agreement.long` and `agreement.letter` for texts, and `agreement.field` for an invalid value. Each refusal
 * names the field.
 */
export function checkParticulars(
  identity: KycDetails | null,
  saved: GivenParticulars | null,
  given: GivenParticulars,
  nowMs: number,
): Particulars {
  const known = mergeParticulars(identity, saved)
  const shown = maskedParticulars(known)
  const verified = verifiedOf(identity)
  return particularsBy((field) => {
    const text = given[field]?.trim() ?? known[field]
    const isSame = text === known[field] || (masked.has(field) && text === shown[field])
    if ((verified[field] ?? '') !== '') {
      if (isSame) return known[field]
      throw new Refusal('agreement.read_only', { field: particularNames[field] })
    }
    const wanted = isSame ? known[field] : text
    if (wanted === '' && optional.has(field)) return ''
    const stored = (readers[field] ?? shortLine)(wanted, identity, nowMs)
    if (typeof stored === 'string' && wanted !== '') return stored
    throw faultOf(particularNames[field], wanted === '' ? { kind: 'empty' } : stored)
  })
}

type Fault = Exclude<TextFault, { kind: 'long' }> | { readonly kind: 'long'; readonly max: number }

function faultOf(field: string, fault: Fault | string | null): Refusal {
  if (fault === null || typeof fault === 'string') return new Refusal('agreement.field', { field })
  switch (fault.kind) {
    case 'empty':
      return new Refusal('agreement.empty', { field })
    case 'long':
      return new Refusal('agreement.long', { field, max: fault.max })
    case 'letter':
      return new Refusal('agreement.letter', { field, letter: fault.letter })
  }
}

type Reader = (text: string, identity: KycDetails | null, nowMs: number) => string | Fault | null

const kindOf = (identity: KycDetails | null) =>
  identity?.numberKind === 'ktp' ? 'indonesia' : 'global'

const shortLine: Reader = (text) => writtenLine(text, textLengthMax)
const addressLine: Reader = (text) => writtenLine(text.replaceAll(/\s+/g, ' '), addressLengthMax)

/** A line that the PDF documents can print, or its fault. */
function writtenLine(text: string, max: number): string | Fault {
  const read = readName(text, max)
  if (read.ok) return read.text
  return read.fault.kind === 'long' ? { kind: 'long', max } : read.fault
}

/**
 * The fields that need more than the check of a short line. Each reader returns the normal form, or null for
 * an invalid value.
 */
const readers: Readonly<Partial<Record<ParticularField, Reader>>> = {
  number: (text, identity) => identityNumberOf(text, kindOf(identity))?.number ?? null,
  phone: (text, identity) => phoneOf(text, kindOf(identity)),
  npwp: npwpOf,
  gender: (text) => (text === 'M' || text === 'F' ? text : null),
  birthDate: (text, _, nowMs) => (birthDateFaultOf(text, nowMs) === null ? text : null),
  address: addressLine,
  domicile: addressLine,
}
