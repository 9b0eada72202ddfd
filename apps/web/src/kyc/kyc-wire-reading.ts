/** Reads answers about the identity check: wire names stop here. */
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'
import type { Details, SavedDetails } from './details-form.ts'
import type { KycState, KycStatus, Limits, Piece } from './steps.ts'

const states: readonly KycState[] = [
  'none',
  'draft',
  'submitted',
  'in_review',
  'rejected',
  'approved',
]
const pieces: readonly Piece[] = ['document', 'video', 'details']
/** As the server has them unless told (DEC-56). */
const usualLimits: Limits = { videoBytes: 50_000_000, videoMinSeconds: 3, videoMaxSeconds: 60 }

/** Reads where a person is (KYC-03); null where the answer does not say a step. */
export function readStatus(body: JsonRecord): KycStatus | null {
  const data = isRecord(body['data']) ? body['data'] : body
  const step = [0, 1, 2, 3].find((known) => known === Number(data['kyc_step']))
  if (step !== 0 && step !== 1 && step !== 2 && step !== 3) return null
  const mode = textAt(data, 'mode')
  return {
    step,
    variant: variantOf(textAt(data, 'kyc_type')),
    state: states.find((known) => known === data['state']) ?? 'draft',
    reason: textAt(data, 'reason') || null,
    piece: pieces.find((known) => known === data['piece']) ?? null,
    mode: mode === 'steps' || mode === 'modal' ? mode : 'both',
    limits: limitsOf(data['limits']),
  }
}

/** Anything but `Indonesia` counts as other (DEC-50). */
function variantOf(type: string): KycStatus['variant'] {
  if (type === '') return null
  return type === 'Indonesia' ? 'id' : 'global'
}

function limitsOf(told: unknown): Limits {
  const limits = isRecord(told) ? told : {}
  const positive = (key: string, usual: number) => {
    const value = Number(limits[key])
    return Number.isFinite(value) && value > 0 ? value : usual
  }
  return {
    videoBytes: positive('video_bytes', usualLimits.videoBytes),
    videoMinSeconds: positive('video_min_s', usualLimits.videoMinSeconds),
    videoMaxSeconds: positive('video_max_s', usualLimits.videoMaxSeconds),
  }
}

/** The form's fields by the names that they have on the wire (DEC-51). */
export const detailFields: Readonly<Record<keyof Details, string>> = {
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
}

/** Reads what was typed before, so that nothing is asked twice. */
export function readSavedDetails(body: JsonRecord): SavedDetails {
  const data = isRecord(body['data']) ? body['data'] : {}
  const at = (field: keyof Details) => textAt(data, detailFields[field])
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
    hasDocument: data['has_nik_file'] === true,
    hasNpwpPicture: data['has_npwp_file'] === true,
  }
}
