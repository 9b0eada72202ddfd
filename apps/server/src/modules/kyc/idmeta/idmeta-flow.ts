/**
 * The verification modal (SRV-42, SRV-43): create, document, face. Only the provider's answer to this server
 * counts, whatever else a browser sends (ATT-49). A matching face submits the record, which is then judged as
 * in the steps.
 */
import { randomUUID } from 'node:crypto'
import type { IdmetaDocument, IdmetaScores } from '@tukar/wire'
import type {
  Answer,
  DocumentFindings,
  Expected,
  FaceFindings,
} from '../../../adapters/identity-check/index.ts'
import type { Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { findContacts } from '../../accounts/index.ts'
import { announce } from '../../notifications/index.ts'
import { forgetFile, saveFile } from '../file-store.ts'
import { saveFinding } from '../finding-store.ts'
import { identityOf } from '../identity.ts'
import { submitVerification } from './idmeta-record.ts'
import { otherFace, refusedBy, type IdmetaOutcome } from './idmeta-refusals.ts'
import * as store from './idmeta-store.ts'
import type { KycDeps } from '../deps.ts'
import { isOpen } from '../record/record-machine.ts'
import { changeRecord, findRecord, holdRecord, type KycRecord } from '../record/record-store.ts'
import { openJson, sealJson, vaultFor } from '../vault.ts'

/** The field name under which the findings of a verification are sealed. */
const documentField = 'verification'
const retryAfterSeconds = 5

/** The ids in a form of the modal. */
export type IdmetaIds = { readonly templateId: string; readonly verificationId: string }

/** The image of a face, and the address that sent it. */
export type SentFace = { readonly image: Buffer; readonly clientAddress: string }

/**
 * Refuses `idmeta.off` or `idmeta.over` if the mode or the state of the record forbids the modal; returns the
 * version of the record.
 */
export async function requireOpen(
  deps: Pick<KycDeps, 'database' | 'mode'>,
  userId: number,
): Promise<number> {
  if (deps.mode === 'steps') throw new Refusal('idmeta.off')
  const record = await findRecord(deps.database, userId)
  if (record !== null && !isOpen(record.state)) throw new Refusal('idmeta.over')
  return record?.version ?? 0
}

function requireTemplate({ templateId: own }: KycDeps, templateId: string): void {
  if (templateId !== own) throw new Refusal('idmeta.template')
}

/** The user's verification with these ids; refuses `idmeta.unknown` for any other. */
async function requireVerification(
  deps: KycDeps,
  userId: number,
  { templateId, verificationId }: IdmetaIds,
): Promise<store.Verification> {
  requireTemplate(deps, templateId)
  await requireOpen(deps, userId)
  const own = await store.findVerification(deps.database, userId, verificationId)
  if (own === null) throw new Refusal('idmeta.unknown')
  if (own.state === 'passed') throw new Refusal('idmeta.over')
  return own
}

/** Without an answer of the provider, nothing is concluded (FLT-37). */
function requireAnswer<T>(
  answer: Answer<T>,
): Extract<Answer<T>, { readonly status: 'done' | 'refused' }> {
  if (answer.status === 'absent') throw new Refusal('idmeta.unknown')
  if (answer.status === 'unknown') throw new Refusal('idmeta.unavailable', {}, retryAfterSeconds)
  return answer
}

/** Begins a verification at the provider; returns its id for the browser. */
export async function createVerification(
  deps: KycDeps,
  userId: number,
  templateId: string,
): Promise<IdmetaOutcome<string>> {
  requireTemplate(deps, templateId)
  // Read before the details: if they change in between, the verification belongs to an old version.
  const recordVersion = await requireOpen(deps, userId)
  const id = randomUUID()
  const expected = await expectedOf(deps, userId)
  const answer = requireAnswer(
    await deps.check.createVerification({ templateId, reference: id, expected }),
  )
  if (answer.status === 'refused') return refusedBy(answer)
  const providerId = answer.value.verificationId
  await store.insertVerification(deps.database, { id, userId, providerId, recordVersion })
  return { status: 'done', value: id }
}

/** The values that the document is compared with: the typed details, else the name of the account. */
async function expectedOf(deps: KycDeps, userId: number): Promise<Expected> {
  const typed = await identityOf(deps, userId)
  if (typed !== null) {
    return { name: typed.name, number: typed.number, birthDate: typed.birthDate }
  }
  const contact = (await findContacts(deps.database, [userId])).get(userId)
  return { name: contact?.name ?? null, number: null, birthDate: null }
}

/** A null back is allowed for passports alone, if the settings permit it. */
export type DocumentPictures = { readonly front: Buffer; readonly back: Buffer | null }

/** Checks the document; stores its images and findings. */
export async function verifyDocument(
  deps: KycDeps,
  userId: number,
  ids: IdmetaIds,
  { front, back }: DocumentPictures,
): Promise<IdmetaOutcome<IdmetaDocument>> {
  const own = await requireVerification(deps, userId, ids)
  const { templateId } = ids
  const verificationId = own.providerId
  const answer = requireAnswer(
    await deps.check.checkDocument({ templateId, verificationId, front, back }),
  )
  if (answer.status === 'refused') return refusedBy(answer)
  const document = answer.value
  if (back === null && document.kind !== 'passport') throw new Refusal('idmeta.both_sides')
  await inTransaction(deps.database, async (transaction) => {
    const record = await holdSame(transaction, userId, own)
    const vault = await vaultFor(transaction, deps.keys, userId)
    const sealed = sealJson(vault, documentField, document)
    // From here on the user's other verifications belong to an old document.
    await changeRecord(transaction, record, {})
    const noted = { id: own.id, sealed, recordVersion: record.version + 1 }
    if (!(await store.noteDocument(transaction, noted))) throw new Refusal('idmeta.over')
    const file = { userId, mediaType: 'image/jpeg' }
    await saveFile(transaction, deps, { ...file, kind: 'document', content: front })
    if (back === null) await forgetFile(transaction, userId, 'document_back')
    else await saveFile(transaction, deps, { ...file, kind: 'document_back', content: back })
  })
  return { status: 'done', value: documentResult(document) }
}

/**
 * Locks the record of a user who may still change it. A verification of other details, or of another document
 * than the stored one, is invalid: the user must begin again.
 */
async function holdSame(
  transaction: Transaction,
  userId: number,
  { recordVersion }: store.Verification,
): Promise<KycRecord> {
  const record = await holdRecord(transaction, userId)
  if (record === null) throw new Refusal('session.invalid')
  if (!isOpen(record.state)) throw new Refusal('idmeta.over')
  if (record.version !== recordVersion) throw new Refusal('idmeta.unknown')
  return record
}

const documentTypes = { ktp: 'ID_CARD', passport: 'PASSPORT', unknown: 'UNKNOWN' } as const

/** The result for the browser: figures only, not the data that was read. */
function documentResult({ kind, confidence, matches }: DocumentFindings): IdmetaDocument {
  const { name, number, birthDate } = matches
  return {
    document_type: documentTypes[kind],
    confidence,
    matches: { name, number, birth_date: birthDate },
  }
}

/** Compares the face with that of the document; a match submits the record. */
export async function verifyFace(
  deps: KycDeps,
  userId: number,
  ids: IdmetaIds,
  { image, clientAddress }: SentFace,
): Promise<IdmetaOutcome<IdmetaScores>> {
  const own = await requireVerification(deps, userId, ids)
  if (own.state !== 'document' || own.sealed === null) throw new Refusal('idmeta.document_first')
  const { templateId } = ids
  const verificationId = own.providerId
  const answer = requireAnswer(await deps.check.checkFace({ templateId, verificationId, image }))
  const vault = await vaultFor(deps.database, deps.keys, userId)
  const document = openJson<DocumentFindings>(vault, documentField, own.sealed)
  if (answer.status === 'refused') {
    await noteRefused(deps, userId, document, answer)
    return refusedBy(answer)
  }
  const face = answer.value
  const { probabilityMin, qualityMin } = deps.thresholds
  if (face.probability < probabilityMin || face.quality < qualityMin) {
    await noteRefused(deps, userId, document, { ...face, message: null })
    return otherFace(face)
  }
  await inTransaction(deps.database, async (transaction) => {
    const record = await holdSame(transaction, userId, own)
    if (!(await store.passVerification(transaction, own.id))) throw new Refusal('idmeta.over')
    const file = { userId, kind: 'selfie', mediaType: 'image/jpeg', content: image } as const
    await saveFile(transaction, deps, file)
    await submitVerification(transaction, deps, record, { document, face, clientAddress })
    // Dialogs of the user on other pages are closed (RT-04, DEC-63).
    await announce(transaction, { userId, event: 'kyc_tutup_popup', message: '' })
  })
  return { status: 'done', value: { probability: face.probability, quality: face.quality } }
}

/** Records a refused face for reviewers: many attempts lead to a review. */
async function noteRefused(
  deps: KycDeps,
  userId: number,
  document: DocumentFindings,
  refusal: Partial<FaceFindings> & { readonly message: string | null },
): Promise<void> {
  const { probability, quality, message } = refusal
  const isCompared = probability !== undefined && quality !== undefined
  const face = isCompared ? { probability, quality } : null
  await saveFinding(deps.database, deps, {
    userId,
    source: 'modal',
    findings: { document, face, refusal: message },
    verdict: { decision: 'review', reasons: [isCompared ? 'face_differs' : 'no_face'] },
  })
}
