/**
 * The steps of the pages (SRV-35 to SRV-40): the only machine of steps there is. Each call holds the
 * record of its person, so that of calls at the same time one goes on and the others are out of order.
 */
import { type KycDetails, type KycKind, kycFiles, type KycStepFigures } from '@tukar/wire'
import type { Transaction } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { recordSecurityEvent } from '../../platform/security/events.ts'
import { maskedNumber } from '../desk/index.ts'
import { filesOf, forgetFile, keepFile } from './file-store.ts'
import type { Form } from './form.ts'
import { detailsField, identityOf, openedDetails } from './identity.ts'
import { indexOf, reasonTold, requireFewHandIns } from './number.ts'
import type { KycParts } from './parts.ts'
import { isOpen, lastStep } from './record-machine.ts'
import {
  changeRecord,
  findRecord,
  holdRecord,
  type KycRecord,
  moveRecord,
  type RecordChanges,
} from './record-store.ts'
import { detailsOf } from './step-rules.ts'
import { readPicture, readRecording, type Recording } from './step-files.ts'
import { unlessUsedUp } from './used-up.ts'
import { sealJson, vaultFor } from './vault.ts'

/** The version of the consent's text, on the pages of the first step. */
export const consentVersion = 1

const consentStep = 0
const detailsStep = 1
const videoStep = 2

export type StepParts = KycParts & {
  /** Has the machine look at once at what was handed in. */
  readonly onSubmitted: () => void
}

/** Where a person is. */
export async function stepOf(
  { database, mode }: Pick<StepParts, 'database' | 'mode'>,
  userId: number,
): Promise<KycStepFigures> {
  const record = await findRecord(database, userId)
  if (record === null) {
    return { kind: null, step: 0, state: 'none', reason: null, piece: null, mode }
  }
  const { kind, step, state, piece } = record
  // Why a person looks at it is for that person alone: it would tell whose number is taken (LOW-2).
  const isTold = state !== 'in_review' && record.reason !== null
  const reason = isTold ? reasonTold(record.reason) : null
  return { kind, step, state, reason, piece, mode }
}

/** Sets the nationality, until personal data is in (DEC-50). */
export async function chooseKind(parts: StepParts, userId: number, kind: KycKind): Promise<void> {
  await changing(parts, userId, async (transaction, record) => {
    const mayChoose = record.state === 'draft' && record.details === null
    if (!mayChoose || record.step > detailsStep) throw outOfOrder()
    await changeRecord(transaction, record, { kind })
  })
}

/** Stores the consent with its time, text version and the client's address; step 0 to 1 (SRV-37). */
export async function consent(
  parts: StepParts,
  userId: number,
  kind: KycKind,
  clientAddress: string,
): Promise<void> {
  await changing(parts, userId, async (transaction, record) => {
    requireStep(record, kind, consentStep)
    const vault = await vaultFor(transaction, parts.keys, userId)
    await changeRecord(transaction, record, {
      step: detailsStep,
      consent_version: consentVersion,
      consented_at: new Date(parts.clock()),
      consent_address: vault.seal('consent', Buffer.from(clientAddress)),
    })
    const details = { version: consentVersion }
    const event = { accountId: userId, kind: 'kyc.consent', clientAddress, details }
    await recordSecurityEvent(transaction, event)
  })
}

/** Refuses what would be out of order before its body is read. */
export async function requireOpen(
  { database }: Pick<StepParts, 'database'>,
  userId: number,
  kind: KycKind,
  piece: 'details' | 'video',
): Promise<void> {
  const record = await findRecord(database, userId)
  if (record === null) throw outOfOrder()
  requireStep(record, kind, piece === 'details' ? detailsStep : videoStep)
}

/**
 * Takes the personal data and its pictures; step 1 to 2, or straight to the end where nothing else was
 * asked for again.
 */
export async function saveDetails(
  parts: StepParts,
  userId: number,
  kind: KycKind,
  form: Form,
): Promise<void> {
  const known = await identityOf(parts, userId)
  const details = detailsOf(kind, form.fields, known, parts.clock())
  const document = await readPicture(form.files.get(kycFiles.document))
  const taxPaper = kind === 'indonesia' ? await readPicture(form.files.get(kycFiles.npwp)) : null
  const isSubmitted = await changing(parts, userId, async (transaction, record) => {
    requireStep(record, kind, detailsStep)
    const kept = new Set((await filesOf(transaction, userId)).map((file) => file.kind))
    const isAskedAgain =
      record.state === 'rejected' && (record.piece === null || record.piece === 'document')
    if (document === null && parts.idFileRequired && (isAskedAgain || !kept.has('document'))) {
      throw new Refusal('kyc.file_missing')
    }
    await requireFewHandIns(transaction, userId)
    await keepPictures(transaction, parts, userId, { document, npwp: taxPaper })
    const vault = await vaultFor(transaction, parts.keys, userId)
    const changes = {
      details: sealJson(vault, detailsField, details),
      number_index: indexOf(parts.keys, details.number),
    }
    const isVideoAsked = record.piece === null || record.piece === 'video'
    const isLast = record.state === 'rejected' && !isVideoAsked && kept.has('video')
    if (isLast) return submit(transaction, parts, record, changes)
    await changeRecord(transaction, record, { ...changes, step: videoStep })
    return false
  })
  if (isSubmitted) parts.onSubmitted()
}

async function keepPictures(
  transaction: Transaction,
  parts: StepParts,
  userId: number,
  pictures: Readonly<Record<'document' | 'npwp', Buffer | null>>,
): Promise<void> {
  for (const kind of ['document', 'npwp'] as const) {
    const content = pictures[kind]
    if (content === null) continue
    await keepFile(transaction, parts, { userId, kind, mediaType: 'image/jpeg', content })
  }
}

/** Takes the video; step 2 to 3, and the record is handed in. */
export async function saveVideo(
  parts: StepParts,
  userId: number,
  kind: KycKind,
  form: Form,
): Promise<void> {
  const recording = await readRecording(form.files.get(kycFiles.video))
  await changing(parts, userId, async (transaction, record) => {
    requireStep(record, kind, videoStep)
    await keepRecording(transaction, parts, userId, recording)
    // A record from before this rule kept no index of a number that another account had.
    const details = await openedDetails({ database: transaction, keys: parts.keys }, record)
    const index = indexOf(parts.keys, details?.number ?? null)
    await submit(transaction, parts, record, { number_index: index })
  })
  parts.onSubmitted()
}

async function keepRecording(
  transaction: Transaction,
  parts: StepParts,
  userId: number,
  { mediaType, content, still }: Recording,
): Promise<void> {
  await keepFile(transaction, parts, { userId, kind: 'video', mediaType, content })
  await forgetFile(transaction, userId, 'still')
  if (still === null) return
  const picture = { userId, kind: 'still', mediaType: 'image/jpeg', content: still } as const
  await keepFile(transaction, parts, picture)
}

/** Hands a record in: from here on its owner waits. */
async function submit(
  transaction: Transaction,
  { keys, clock }: StepParts,
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

export type OwnData = {
  readonly details: KycDetails | null
  readonly kept: { readonly document: boolean; readonly npwp: boolean; readonly video: boolean }
}

/** What a person has handed in so far, so that he never types it twice. */
export async function ownDataOf(parts: StepParts, userId: number): Promise<OwnData> {
  const record = await findRecord(parts.database, userId)
  const opened = record === null ? null : await openedDetails(parts, record)
  // Whoever may still write needs what he wrote; from then on it is only shown.
  const details = record === null || isOpen(record.state) ? opened : masked(opened)
  const kinds = new Set((await filesOf(parts.database, userId)).map(({ kind }) => kind))
  const kept = {
    document: kinds.has('document'),
    npwp: kinds.has('npwp'),
    video: kinds.has('video'),
  }
  return { details, kept }
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

/** Changes the held record of a person; nothing is changed where it throws. */
async function changing<T>(
  { database }: StepParts,
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
