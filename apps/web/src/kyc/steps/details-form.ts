/** The personal details and their validation, before they are sent (KYC-13 to KYC-25). */
import {
  birthDateFaultOf,
  identityNumberOf,
  type NikHint,
  nikHintsOf,
  npwpOf,
  phoneOf,
} from '@tukar/wire'
import type { JsonRecord } from '../../api/json.ts'
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

/** The details that the server has from an earlier visit. */
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

/** The fields that the browser may store; identity numbers are excluded. */
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

/** Returns the fields that the tab may store. */
export function toDraft(details: Details): Readonly<Record<string, string>> {
  return Object.fromEntries([...draftNames, 'gender' as const].map((name) => [name, details[name]]))
}

/** Returns the details with the stored draft applied. */
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

/** The error text of each part of the form, in the page's language. */
export type DetailsErrors = Readonly<Partial<Record<keyof Details | 'document', string>>>

/** The fields that only one variant has (KYC-23 to KYC-25). */
const ofOneVariant: Readonly<Partial<Record<keyof Details, Variant>>> = {
  npwp: 'id',
  city: 'id',
  province: 'id',
  country: 'global',
}

/** Whether a variant has a field. */
export function isRequired(field: keyof Details, variant: Variant): boolean {
  return (ofOneVariant[field] ?? variant) === variant
}

const kindOf = (variant: Variant) => (variant === 'id' ? 'indonesia' : 'global')

/** The input to validate: the text fields, and whether there is a picture of the document. */
export type FilledIn = { readonly details: Details; readonly hasDocument: boolean }

/** Returns the fault of each invalid part, in the order of the form; empty if the form can be sent. */
export function findDetailsFaults(
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
 * Compares a NIK with the other fields. The result is hints only, because some cards differ. There are none
 * for a passport number, or for an empty number.
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
 * The phone keyboard of the number: digits for a NIK; letters too for a passport, once the user chose it or
 * started to type one.
 */
export function numberKeys(
  { number }: Pick<Details, 'number'>,
  variant: Variant,
  isPassport: boolean,
): 'numeric' | undefined {
  return variant === 'global' || isPassport || /[a-z]/i.test(number) ? undefined : 'numeric'
}

/** The field, or the document's picture, by the code of the server's refusal. */
const refusedFields: Readonly<Record<string, keyof Details | 'document'>> = {
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

/** The text fields that the server names in its refusals. */
const textFields = ['name', 'birthPlace', 'address', 'profession', 'city', 'province'] as const

/** Returns the part of the form that a refusal is about; null if it is about no single part. */
export function findRefusedField(
  code: string,
  params: JsonRecord = {},
): keyof Details | 'document' | null {
  if (code === 'kyc.letter' || code === 'kyc.long') {
    return textFields.find((part) => part === params['field']) ?? null
  }
  return refusedFields[code] ?? null
}
