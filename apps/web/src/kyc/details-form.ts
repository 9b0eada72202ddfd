/** What is typed about oneself, and what is wrong with it, before it is sent (KYC-13 to KYC-25). */
import {
  birthDateFaultOf,
  identityNumberOf,
  type NikHint,
  nikHintsOf,
  npwpOf,
  phoneOf,
} from '@tukar/wire'
import type { JsonRecord } from '../api/json.ts'
import type { Variant } from './steps.ts'

export type Details = {
  readonly name: string
  readonly phone: string
  readonly birthPlace: string
  /** YYYY-MM-DD, or empty. */
  readonly birthDate: string
  readonly gender: '' | 'M' | 'F'
  readonly address: string
  readonly profession: string
  readonly number: string
  readonly npwp: string
  readonly city: string
  readonly province: string
  /** ISO 3166 alpha-2, or empty. */
  readonly country: string
}

/** What the server kept of an earlier visit. */
export type SavedDetails = {
  readonly details: Details
  readonly hasDocument: boolean
  readonly hasNpwpPicture: boolean
}

export const noDetails: Details = {
  name: '',
  phone: '',
  birthPlace: '',
  birthDate: '',
  gender: '',
  address: '',
  profession: '',
  number: '',
  npwp: '',
  city: '',
  province: '',
  country: '',
}

/** What a browser may keep of it: no number of identity. */
const draftNames = [
  'name',
  'phone',
  'birthPlace',
  'birthDate',
  'address',
  'profession',
  'city',
  'province',
  'country',
] as const satisfies readonly (keyof Details)[]

/** Returns what of the details may be kept in the tab. */
export function toDraft(details: Details): Readonly<Record<string, string>> {
  return Object.fromEntries([...draftNames, 'gender' as const].map((name) => [name, details[name]]))
}

/** Returns the details with what was kept of them. */
export function mergeDraft(details: Details, fields: Readonly<Record<string, string>>): Details {
  const { gender } = fields
  return {
    ...details,
    ...Object.fromEntries(draftNames.map((name) => [name, fields[name] ?? details[name]])),
    gender: gender === 'M' || gender === 'F' ? gender : details.gender,
  }
}

export type DetailsFault =
  | 'nameNeeded'
  | 'phoneWrongId'
  | 'phoneWrongGlobal'
  | 'birthPlaceNeeded'
  | 'birthDateNeeded'
  | 'birthDateWrong'
  | 'tooYoung'
  | 'professionNeeded'
  | 'cityNeeded'
  | 'provinceNeeded'
  | 'countryNeeded'
  | 'npwpWrong'
  | 'documentNeeded'
export type DetailsFaults = Readonly<Partial<Record<keyof Details | 'document', DetailsFault>>>

/** What stands below each part of the form, in the reader's language. */
export type DetailsErrors = Readonly<Partial<Record<keyof Details | 'document', string>>>

/** Each field that only the one variant asks for (KYC-23 to KYC-25). */
const ofOneVariant: Readonly<Partial<Record<keyof Details, Variant>>> = {
  npwp: 'id',
  city: 'id',
  province: 'id',
  country: 'global',
}

/** Whether a variant asks for a field at all. */
export function isRequired(field: keyof Details, variant: Variant): boolean {
  return (ofOneVariant[field] ?? variant) === variant
}

const kindOf = (variant: Variant) => (variant === 'id' ? 'indonesia' : 'global')

/** What is about to be sent: what is written, and whether there is a picture of the document. */
export type FilledIn = { readonly details: Details; readonly hasDocument: boolean }

/** Returns each part's fault, in the order of the form; an empty record where it may be sent. */
export function faultsOf(
  { details, hasDocument }: FilledIn,
  variant: Variant,
  nowMs: number,
): DetailsFaults {
  const isEmpty = (field: keyof Details) =>
    isRequired(field, variant) && details[field].trim() === ''
  const birthDate = birthDateFault(details.birthDate, nowMs)
  const isNpwpWrong =
    variant === 'id' && details.npwp.trim() !== '' && npwpOf(details.npwp) === null
  return {
    ...(isEmpty('country') && { country: 'countryNeeded' as const }),
    ...(isEmpty('name') && { name: 'nameNeeded' as const }),
    ...(isEmpty('birthPlace') && { birthPlace: 'birthPlaceNeeded' as const }),
    ...(birthDate !== null && { birthDate }),
    ...(phoneOf(details.phone, kindOf(variant)) === null && {
      phone: variant === 'id' ? ('phoneWrongId' as const) : ('phoneWrongGlobal' as const),
    }),
    ...(isEmpty('profession') && { profession: 'professionNeeded' as const }),
    ...(isEmpty('city') && { city: 'cityNeeded' as const }),
    ...(isEmpty('province') && { province: 'provinceNeeded' as const }),
    ...(isNpwpWrong && { npwp: 'npwpWrong' as const }),
    ...(!hasDocument && { document: 'documentNeeded' as const }),
  }
}

function birthDateFault(
  birthDate: string,
  nowMs: number,
): 'birthDateNeeded' | 'birthDateWrong' | 'tooYoung' | null {
  if (birthDate === '') return 'birthDateNeeded'
  const fault = birthDateFaultOf(birthDate, nowMs)
  if (fault === null) return null
  return fault === 'too_young' ? 'tooYoung' : 'birthDateWrong'
}

export type NumberHint = 'nikDigits' | 'nikProvince' | 'nikDate' | 'nikGender' | 'nikFits'

const hintTexts: Readonly<Record<NikHint, NumberHint>> = {
  length: 'nikDigits',
  serial: 'nikDigits',
  province: 'nikProvince',
  date: 'nikDate',
  birth_date: 'nikDate',
  gender: 'nikGender',
}

/**
 * What a NIK says against the other fields: hints that never refuse, since some cards differ. Nothing
 * for a passport's number, and nothing before one is typed.
 */
export function numberHints(details: Details, variant: Variant): readonly NumberHint[] {
  if (variant !== 'id') return []
  const read = identityNumberOf(details.number, 'indonesia')
  if (read?.numberKind !== 'ktp') return []
  const hints = nikHintsOf(read.number, {
    birthDate: details.birthDate === '' ? null : details.birthDate,
    gender: details.gender === '' ? null : details.gender,
  })
  if (hints.length === 0) return details.birthDate === '' ? [] : ['nikFits']
  return [...new Set(hints.map((hint) => hintTexts[hint]))]
}

/**
 * Which keys a phone shows for the number: digits for a NIK; letters too for a passport, which its owner asked for or
 * began to type.
 */
export function numberKeys(
  { number }: Pick<Details, 'number'>,
  variant: Variant,
  isPassport: boolean,
): 'numeric' | undefined {
  return variant === 'global' || isPassport || /[a-z]/i.test(number) ? undefined : 'numeric'
}

/** A field, or the document's picture, by the code of the server's refusal. */
const refusedParts: Readonly<Record<string, keyof Details | 'document'>> = {
  'kyc.name': 'name',
  'kyc.phone': 'phone',
  'kyc.birth_place': 'birthPlace',
  'kyc.birth_date': 'birthDate',
  'kyc.too_young': 'birthDate',
  'kyc.gender': 'gender',
  'kyc.address': 'address',
  'kyc.profession': 'profession',
  'kyc.number': 'number',
  'kyc.number_used': 'number',
  'kyc.npwp': 'npwp',
  'kyc.city': 'city',
  'kyc.province': 'province',
  'kyc.country': 'country',
  'kyc.file_missing': 'document',
  'kyc.picture_type': 'document',
  'kyc.picture_large': 'document',
  'kyc.picture_small': 'document',
  'kyc.picture_broken': 'document',
}

/** The texts whose faults the server tells by the field's name. */
const textParts = ['name', 'birthPlace', 'address', 'profession', 'city', 'province'] as const

/** Which part of the form a refusal is about; null where it is about none alone. */
export function refusedPart(
  code: string,
  params: JsonRecord = {},
): keyof Details | 'document' | null {
  if (code === 'kyc.letter' || code === 'kyc.long') {
    return textParts.find((part) => part === params['field']) ?? null
  }
  return refusedParts[code] ?? null
}
