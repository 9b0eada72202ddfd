/** The calls of the identity check's pages (API-15 to API-22). */
import type { Failure, RawOutcome } from '../api/request.ts'
import { send } from '../api/request.ts'
import { upload } from '../api/upload.ts'
import { type Details, isAsked, type SavedDetails } from './details-form.ts'
import { detailFields, readSavedDetails, readStatus } from './kyc-wire-reading.ts'
import type { KycStatus, Variant } from './steps.ts'

/** The largest recording on a slow line takes minutes. */
const videoTimeoutMs = 900_000

/** Asks for the stored step (KYC-02). Throws where the server does not say it. */
export async function loadStatus(): Promise<KycStatus> {
  const outcome = await post('/kyc/checking-step')
  const status = outcome.ok ? readStatus(outcome.body) : null
  if (status === null) throw new Error('the server did not say the step')
  return status
}

function post(path: string, body: unknown = {}): Promise<RawOutcome> {
  return send({ host: 'api', method: 'POST', path, body })
}

/** Whether the server is at another step, or at the other variant, than the page that was sent. */
export function isOutOfOrder({ code }: Failure): boolean {
  return code === 'kyc.step' || code === 'kyc.other_kind'
}

const failureOf = (outcome: RawOutcome): Failure | null => (outcome.ok ? null : outcome)

/** Chooses the nationality (KYC-07); null when it is done, else why not. */
export async function chooseNationality(variant: Variant): Promise<Failure | null> {
  const warganegara = variant === 'id' ? 'Indonesia' : 'Non Indonesia'
  return failureOf(await post('/kyc/nationality', { warganegara }))
}

/** Gives the consent (KYC-12); null when it is done, else why not. */
export async function giveConsent(variant: Variant): Promise<Failure | null> {
  return failureOf(await post(`/kyc/${variant}/01-persetujuan`))
}

/** Loads what was typed before. Throws where the server does not answer. */
export async function loadSavedDetails(): Promise<SavedDetails> {
  const outcome = await send({ host: 'api', method: 'GET', path: '/kyc/data' })
  if (!outcome.ok) throw new Error(outcome.code || outcome.kind)
  return readSavedDetails(outcome.body)
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
  const asked = fieldNames.filter((field) => isAsked(field, variant))
  // Empty ones too: what is left out stays as it was sent before.
  const fields = asked.map((field) => [detailFields[field], details[field].trim()] as const)
  const outcome = await upload({
    host: 'api',
    path: `/kyc/${variant}/02-basic-info`,
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
    host: 'api',
    path: `/kyc/${variant}/03-video-upload`,
    fields: {},
    files: { orang_video_file: file },
    onProgress,
    timeoutMs: videoTimeoutMs,
  })
  return failureOf(outcome)
}
