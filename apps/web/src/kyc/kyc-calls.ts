/** The calls of the identity check's pages (API-15 to API-22). */
import { routes } from '@tukar/wire'
import { call, load } from '../api/call.ts'
import type { Failure } from '../api/request.ts'
import { upload } from '../api/upload.ts'
import { type Details, isRequired, type SavedDetails } from './steps/details-form.ts'
import { detailFields, readSavedDetails, readStatus } from './kyc-wire.ts'
import type { KycStatus, Variant } from './steps/steps.ts'

/** The largest recording takes minutes on a slow connection. */
const videoTimeoutMs = 900_000

/** Loads the stored step (KYC-02). Throws if the server does not answer with one. */
export function loadStatus(): Promise<KycStatus> {
  return load(routes.kycStep, {}, ({ data }) => readStatus(data))
}

/** Whether the server is at another step or variant than the page. */
export function isOutOfOrder({ code }: Failure): boolean {
  return code === 'kyc.step' || code === 'kyc.other_kind'
}

const toFailure = (outcome: { readonly ok: true } | Failure): Failure | null =>
  outcome.ok ? null : outcome

const consents = { id: routes.kycIdConsent, global: routes.kycGlobalConsent } as const
const detailRoutes = { id: routes.kycIdDetails, global: routes.kycGlobalDetails } as const
const videoRoutes = { id: routes.kycIdVideo, global: routes.kycGlobalVideo } as const

/** Sends the nationality (KYC-07); null on success, otherwise the failure. */
export async function chooseNationality(variant: Variant): Promise<Failure | null> {
  const warganegara = variant === 'id' ? 'Indonesia' : 'Non Indonesia'
  return toFailure(await call(routes.kycNationality, { input: { warganegara } }))
}

/** Sends the consent (KYC-12); null on success, otherwise the failure. */
export async function giveConsent(variant: Variant): Promise<Failure | null> {
  return toFailure(await call(consents[variant], {}))
}

/** Loads the saved details. Throws if the server does not answer. */
export function loadSavedDetails(): Promise<SavedDetails> {
  return load(routes.kycData, {}, ({ data }) => readSavedDetails(data))
}

export type SentDetails = {
  readonly details: Details
  /** Null keeps the uploaded picture. */
  readonly document: File | null
  readonly npwpPicture: File | null
}

/** Sends the details with their pictures (KYC-27); `onProgress` receives the sent share, 0 to 1. */
export async function sendDetails(
  variant: Variant,
  { details, document, npwpPicture }: SentDetails,
  onProgress: (share: number) => void,
): Promise<Failure | null> {
  const required = fieldNames.filter((field) => isRequired(field, variant))
  // Includes empty fields: the server keeps the old value of a missing field.
  const fields = required.map((field) => [detailFields[field], details[field].trim()] as const)
  const outcome = await upload({
    route: detailRoutes[variant],
    fields: Object.fromEntries(fields),
    files: {
      ...(document !== null && { orang_nik_file: document }),
      ...(npwpPicture !== null && variant === 'id' && { orang_npwp_file: npwpPicture }),
    },
    onProgress,
  })
  return toFailure(outcome)
}

const fieldNames = [
  'name',
  'phone',
  'birthPlace',
  'birthDate',
  'gender',
  'address',
  'profession',
  'number',
  'npwp',
  'city',
  'province',
  'country',
] as const satisfies readonly (keyof Details)[]

/** Sends the recording (KYC-32); `onProgress` as in `sendDetails`. */
export async function sendVideo(
  variant: Variant,
  file: File,
  onProgress: (share: number) => void,
): Promise<Failure | null> {
  const outcome = await upload({
    route: videoRoutes[variant],
    fields: {},
    files: { orang_video_file: file },
    onProgress,
    timeoutMs: videoTimeoutMs,
  })
  return toFailure(outcome)
}
