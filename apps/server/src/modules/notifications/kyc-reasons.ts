/** Sentences for the reasons of a failed verification. */
import type { KycReason } from '@tukar/wire'

/** Their keys in the catalogue. */
export const kycReasonSentences = {
  number_used: 'kyc.reason.number_used',
  unreadable: 'kyc.reason.unreadable',
  name_differs: 'kyc.reason.name_differs',
  number_differs: 'kyc.reason.number_differs',
  face_differs: 'kyc.reason.face_differs',
  no_face: 'kyc.reason.no_face',
  too_young: 'kyc.reason.too_young',
  expired: 'kyc.reason.expired',
  suspicious: 'kyc.reason.suspicious',
  other: 'kyc.reason.other',
} as const satisfies Record<KycReason, string>
