/** Converts answers about the identity check from wire names. */
import type { KycDataRow, KycStepRow } from '@tukar/wire'
import type { Details, SavedDetails } from './steps/details-form.ts'
import type { KycStatus } from './steps/steps.ts'

/** Reads the status (KYC-03); throws if its step is not one of the four. */
export function readStatus(row: KycStepRow): KycStatus {
  const step = ([0, 1, 2, 3] as const).find((known) => known === row.kyc_step)
  if (step === undefined) throw new Error(`there is no step ${row.kyc_step}`)
  const { state, reason, piece, mode, limits } = row
  return {
    step,
    variant: toVariant(row.kyc_type),
    state,
    reason,
    piece,
    mode,
    limits: {
      videoBytes: limits.video_bytes,
      videoMinSeconds: limits.video_min_s,
      videoMaxSeconds: limits.video_max_s,
    },
  }
}

/** Any value except `Indonesia` means another country (DEC-50). */
function toVariant(type: KycStepRow['kyc_type']): KycStatus['variant'] {
  if (type === null) return null
  return type === 'Indonesia' ? 'id' : 'global'
}

/** The form's fields by their wire names (DEC-51). */
export const detailFields = {
  name: 'orang_name',
  phone: 'orang_mobilenumber',
  birthPlace: 'orang_birthplace',
  birthDate: 'orang_birthday',
  gender: 'orang_gender',
  address: 'orang_address',
  profession: 'orang_profession',
  number: 'orang_nik',
  npwp: 'orang_npwp_number',
  city: 'orang_address_city',
  province: 'orang_address_province',
  country: 'orang_warganegara',
} as const satisfies Record<keyof Details, keyof KycDataRow>

/** Reads the saved details, so that the user need not type them again. */
export function readSavedDetails(row: KycDataRow): SavedDetails {
  const at = (field: keyof Details) => row[detailFields[field]] ?? ''
  const gender = at('gender')
  return {
    details: {
      name: at('name'),
      phone: at('phone'),
      birthPlace: at('birthPlace'),
      birthDate: at('birthDate'),
      gender: gender === 'M' || gender === 'F' ? gender : '',
      address: at('address'),
      profession: at('profession'),
      number: at('number'),
      npwp: at('npwp'),
      city: at('city'),
      province: at('province'),
      country: at('country'),
    },
    hasDocument: row.has_nik_file,
    hasNpwpPicture: row.has_npwp_file,
  }
}
