/** The calls of the identity check's pages (API-15 to API-22). */
import { routes } from '@tukar/wire'
import { call, load } from '../api/call.ts'
import type { Failure } from '../api/request.ts'
import { upload } from '../api/upload.ts'
import { type Details, isRequired, type SavedDetails } from './details-form.ts'
import { detailFields, readSavedDetails, readStatus } from './kyc-wire.ts'
import type { KycStatus, Variant } from './steps.ts'

/** The largest recording on a slow line takes minutes. */
const videoTimeoutMs = 900_000

/** Asks for the stored step (KYC-02). Throws where the server does not say it. */
export function loadStatus(): Promise<KycStatus> {
  return load(routes.kycStep, {}, ({ data }) => readStatus(data))
}

/** Whether the server is at another step, or at the other variant, than the page that was sent. */
export function isOutOfOrder({ code }: Failure): boolean {
  return code === 'kyc.step' || code === 'kyc.other_kind'
}

const failureOf = (outcome: { readonly ok: true } | Failure): Failure | null =>
  outcome.ok ? null : outcome

const consents = { id: routes.kycIdConsent, global: routes.kycGlobalConsent } as const
const detailRoutes = { id: routes.kycIdDetails, global: routes.kycGlobalDetails } as const
const videoRoutes = { id: routes.kycIdVideo, global: routes.kycGlobalVideo } as const

/** Chooses the nationality (KYC-07); null when it is done, else why not. */
export async function chooseNationality(variant: Variant): Promise<Failure | null> {
  const warganegara = variant === 'id' ? 'Indonesia' : 'Non Indonesia'
  return failureOf(await call(routes.kycNationality, { input: { warganegara } }))
}

/** Gives the consent (KYC-12); null when it is done, else why not. */
export async function giveConsent(variant: Variant): Promise<Failure | null> {
  return failureOf(await call(consents[variant], {}))
}

/** Loads what was typed before. Throws where the server does not answer. */
export function loadSavedDetails(): Promise<SavedDetails> {
  return load(routes.kycData, {}, ({ data }) => readSavedDetails(data))
}

export type SentDetails = {
  readonly details: Details
  /** Null where the one that was sent before stays. */
  readonly document: File | null
  readonly npwpPicture: File | null
}

/** Sends the details with their pictures (KYC-27); `onProgress` is told the share that has gone, 0 to 1. */
export async function sendDetails(
  variant: Variant,
  { details, document, npwpPicture }: SentDetails,
  onProgress: (share: number) => void,
): Promise<Failure | null> {
  const asked = fieldNames.filter((field) => isRequired(field, variant))
  // Empty ones too: what is left out stays as it was sent before.
  const fields = asked.map((field) => [detailFields[field], details[field].trim()] as const)
  const outcome = await upload({
    route: detailRoutes[variant],
    fields: Object.fromEntries(fields),
    files: {
      ...(document !== null && { orang_nik_file: document }),
      ...(npwpPicture !== null && variant === 'id' && { orang_npwp_file: npwpPicture }),
    },
    onProgress,
  })
  return failureOf(outcome)
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

/** Sends the recording (KYC-32); `onProgress` as above. */
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
  return failureOf(outcome)
}
