/**
 * What a person says of himself before he agrees (DEC-66): begun with what his identity check knows, of
 * which the verified part stays as it is. Pure.
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

/** Numbers that are shown by their last signs alone. */
const masked: ReadonlySet<ParticularField> = new Set(['number', 'npwp'])
const optional: ReadonlySet<ParticularField> = new Set(['gender', 'npwp'])

const numberTypes = { ktp: 'KTP', passport: 'Passport' } as const

/** What the identity check verified, empty where it did not: nobody changes that here. */
function verifiedOf(identity: KycDetails | null): GivenParticulars {
  if (identity === null) return {}
  const number = identity.number ?? ''
  return {
    number,
    numberType: number === '' ? '' : numberTypes[identity.numberKind],
    birthDate: identity.birthDate ?? '',
  }
}

/** What he said to be verified. */
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

/** What is known of a person: what is verified, what he said last, what he said to be verified. */
export function particularsOf(
  identity: KycDetails | null,
  saved: GivenParticulars | null,
): Particulars {
  const [verified, typed] = [verifiedOf(identity), typedOf(identity)]
  return particularsBy((field) => verified[field] || (saved?.[field] ?? typed[field] ?? ''))
}

/** The same with all but the last four signs of numbers hidden. */
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
 * What is to be kept of what was given; what was left out stays as it is known. Refuses
 * `agreement.read_only` for another value of what is verified, `agreement.empty` for what is missing,
 * `agreement.long` and `agreement.letter` for texts, and `agreement.field` for what cannot be, each with the
 * name of the field.
 */
export function checkedParticulars(
  identity: KycDetails | null,
  saved: GivenParticulars | null,
  given: GivenParticulars,
  nowMs: number,
): Particulars {
  const known = particularsOf(identity, saved)
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
    const kept = (readers[field] ?? shortLine)(wanted, identity, nowMs)
    if (typeof kept === 'string' && wanted !== '') return kept
    throw faultOf(particularNames[field], wanted === '' ? { kind: 'empty' } : kept)
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

/** A line that documents can write, or its fault. */
function writtenLine(text: string, max: number): string | Fault {
  const read = readName(text, max)
  if (read.ok) return read.text
  return read.fault.kind === 'long' ? { kind: 'long', max } : read.fault
}

/** What is more than a short line; each gives the normal form, or null for what is none. */
const readers: Readonly<Partial<Record<ParticularField, Reader>>> = {
  number: (text, identity) => identityNumberOf(text, kindOf(identity))?.number ?? null,
  phone: (text, identity) => phoneOf(text, kindOf(identity)),
  npwp: npwpOf,
  gender: (text) => (text === 'M' || text === 'F' ? text : null),
  birthDate: (text, _, nowMs) => (birthDateFaultOf(text, nowMs) === null ? text : null),
  address: addressLine,
  domicile: addressLine,
}
