/**
 * The steps of the pages (SRV-35 to SRV-40): the only state machine of the steps. Each call locks the user's
 * record, so that of concurrent calls one succeeds and the others are refused as out of order.
 */
import { type KycDetails, type KycKind, kycFiles, type KycStepFigures } from '@tukar/wire'
import type { Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { recordSecurityEvent } from '../../../platform/security/events.ts'
import { maskedNumber } from '../../desk/index.ts'
import { filesOf, forgetFile, saveFile } from '../file-store.ts'
import type { Form } from './form.ts'
import { detailsField, identityOf, openedDetails } from '../identity.ts'
import { indexOf, shownReason, requireFewSubmissions } from '../record/number.ts'
import type { KycDeps } from '../deps.ts'
import { isOpen, lastStep } from '../record/record-machine.ts'
import {
  changeRecord,
  findRecord,
  holdRecord,
  type KycRecord,
  moveRecord,
  type RecordChanges,
} from '../record/record-store.ts'
import { detailsOf } from './step-rules.ts'
import { readImage, readRecording, type Recording } from './step-files.ts'
import { unlessUsedUp } from '../record/used-up.ts'
import { sealJson, vaultFor } from '../vault.ts'

/** The version of the consent text on the first page. */
export const consentVersion = 1

const consentStep = 0
const detailsStep = 1
const videoStep = 2

export type StepDeps = KycDeps & {
  /** Wakes the worker of automatic checks. */
  readonly onSubmitted: () => void
}

/** The current step of a user. */
export async function stepOf(
  { database, mode }: Pick<StepDeps, 'database' | 'mode'>,
  userId: number,
): Promise<KycStepFigures> {
  const record = await findRecord(database, userId)
  if (record === null) {
    return { kind: null, step: 0, state: 'none', reason: null, piece: null, mode }
  }
  const { kind, step, state, piece } = record
  // The reason of a review is for the operator alone: it would reveal that the number is taken (LOW-2).
  const isReasonShown = state !== 'in_review' && record.reason !== null
  const reason = isReasonShown ? shownReason(record.reason) : null
  return { kind, step, state, reason, piece, mode }
}

/** Sets the nationality, until personal data is saved (DEC-50). */
export async function chooseKind(deps: StepDeps, userId: number, kind: KycKind): Promise<void> {
  await changing(deps, userId, async (transaction, record) => {
    const mayChoose = record.state === 'draft' && record.details === null
    if (!mayChoose || record.step > detailsStep) throw outOfOrder()
    await changeRecord(transaction, record, { kind })
  })
}

/** Stores the consent with its time, text version and the client's address; step 0 to 1 (SRV-37). */
export async function consent(
  deps: StepDeps,
  userId: number,
  kind: KycKind,
  clientAddress: string,
): Promise<void> {
  await changing(deps, userId, async (transaction, record) => {
    requireStep(record, kind, consentStep)
    const vault = await vaultFor(transaction, deps.keys, userId)
    await changeRecord(transaction, record, {
      step: detailsStep,
      consent_version: consentVersion,
      consented_at: new Date(deps.clock()),
      consent_address: vault.seal('consent', Buffer.from(clientAddress)),
    })
    const details = { version: consentVersion }
    const event = { accountId: userId, kind: 'kyc.consent', clientAddress, details }
    await recordSecurityEvent(transaction, event)
  })
}

/** Refuses a call that is out of order before its body is read. */
export async function requireOpen(
  { database }: Pick<StepDeps, 'database'>,
  userId: number,
  kind: KycKind,
  piece: 'details' | 'video',
): Promise<void> {
  const record = await findRecord(database, userId)
  if (record === null) throw outOfOrder()
  requireStep(record, kind, piece === 'details' ? detailsStep : videoStep)
}

/** Saves the personal data and its images; step 1 to 2, or to the end if nothing else was requested again. */
export async function saveDetails(
  deps: StepDeps,
  userId: number,
  kind: KycKind,
  form: Form,
): Promise<void> {
  const known = await identityOf(deps, userId)
  const details = detailsOf(kind, form.fields, known, deps.clock())
  const document = await readImage(form.files.get(kycFiles.document))
  const taxPaper = kind === 'indonesia' ? await readImage(form.files.get(kycFiles.npwp)) : null
  const isSubmitted = await changing(deps, userId, async (transaction, record) => {
    requireStep(record, kind, detailsStep)
    const stored = new Set((await filesOf(transaction, userId)).map((file) => file.kind))
    const isRequestedAgain =
      record.state === 'rejected' && (record.piece === null || record.piece === 'document')
    if (document === null && deps.idFileRequired && (isRequestedAgain || !stored.has('document'))) {
      throw new Refusal('kyc.file_missing')
    }
    await requireFewSubmissions(transaction, userId)
    await saveImages(transaction, deps, userId, { document, npwp: taxPaper })
    const vault = await vaultFor(transaction, deps.keys, userId)
    const changes = {
      details: sealJson(vault, detailsField, details),
      number_index: indexOf(deps.keys, details.number),
    }
    const isVideoRequested = record.piece === null || record.piece === 'video'
    const isLast = record.state === 'rejected' && !isVideoRequested && stored.has('video')
    if (isLast) return submit(transaction, deps, record, changes)
    await changeRecord(transaction, record, { ...changes, step: videoStep })
    return false
  })
  if (isSubmitted) deps.onSubmitted()
}

async function saveImages(
  transaction: Transaction,
  deps: StepDeps,
  userId: number,
  pictures: Readonly<Record<'document' | 'npwp', Buffer | null>>,
): Promise<void> {
  for (const kind of ['document', 'npwp'] as const) {
    const content = pictures[kind]
    if (content === null) continue
    await saveFile(transaction, deps, { userId, kind, mediaType: 'image/jpeg', content })
  }
}

/** Saves the video; step 2 to 3, and the record is submitted. */
export async function saveVideo(
  deps: StepDeps,
  userId: number,
  kind: KycKind,
  form: Form,
): Promise<void> {
  const recording = await readRecording(form.files.get(kycFiles.video))
  await changing(deps, userId, async (transaction, record) => {
    requireStep(record, kind, videoStep)
    await saveRecording(transaction, deps, userId, recording)
    // Records from before this rule have no hash of a number that another account had.
    const details = await openedDetails({ database: transaction, keys: deps.keys }, record)
    const index = indexOf(deps.keys, details?.number ?? null)
    await submit(transaction, deps, record, { number_index: index })
  })
  deps.onSubmitted()
}

async function saveRecording(
  transaction: Transaction,
  deps: StepDeps,
  userId: number,
  { mediaType, content, still }: Recording,
): Promise<void> {
  await saveFile(transaction, deps, { userId, kind: 'video', mediaType, content })
  await forgetFile(transaction, userId, 'still')
  if (still === null) return
  const picture = { userId, kind: 'still', mediaType: 'image/jpeg', content: still } as const
  await saveFile(transaction, deps, picture)
}

/** Submits a record: from here on the user waits. */
async function submit(
  transaction: Transaction,
  { keys, clock }: StepDeps,
  record: KycRecord,
  changes: RecordChanges,
): Promise<boolean> {
  const now = new Date(clock())
  return moveRecord(transaction, record, 'submitted', {
    keys,
    actor: 'user',
    cause: 'steps',
    changes: {
      ...changes,
      step: lastStep,
      reason_code: null,
      piece: null,
      submitted_at: now,
      next_look_at: now,
      attempts: 0,
    },
  })
}

export type PersonData = {
  readonly details: KycDetails | null
  readonly stored: { readonly document: boolean; readonly npwp: boolean; readonly video: boolean }
}

/** The data that a user has submitted so far, so that nothing must be typed twice. */
export async function readPersonData(deps: StepDeps, userId: number): Promise<PersonData> {
  const record = await findRecord(deps.database, userId)
  const opened = record === null ? null : await openedDetails(deps, record)
  // A user who may still change the record gets the details to edit; afterwards they are only shown.
  const details = record === null || isOpen(record.state) ? opened : masked(opened)
  const kinds = new Set((await filesOf(deps.database, userId)).map(({ kind }) => kind))
  const stored = {
    document: kinds.has('document'),
    npwp: kinds.has('npwp'),
    video: kinds.has('video'),
  }
  return { details, stored }
}

function masked(details: KycDetails | null): KycDetails | null {
  if (details === null) return null
  const { number, npwp } = details
  return {
    ...details,
    number: number === null ? null : maskedNumber(number),
    npwp: npwp === null ? null : maskedNumber(npwp),
  }
}

function requireStep(record: KycRecord, kind: KycKind, step: number): void {
  if (record.kind !== null && record.kind !== kind) throw new Refusal('kyc.other_kind')
  if (record.kind === null || !isOpen(record.state) || record.step !== step) throw outOfOrder()
}

function outOfOrder(): Refusal {
  return new Refusal('kyc.step')
}

/** Changes the locked record of a user; a throw changes nothing. */
async function changing<T>(
  { database }: StepDeps,
  userId: number,
  work: (transaction: Transaction, record: KycRecord) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(database, async (transaction) => {
      const record = await holdRecord(transaction, userId)
      if (record === null) throw new Refusal('session.invalid')
      return work(transaction, record)
    })
  } catch (error) {
    throw unlessUsedUp(error)
  }
}
