/**
 * The verification modal (SRV-42, SRV-43): create, document, face. Whatever a browser sends besides, the
 * result is what the provider answered to us (ATT-49). A face that matches hands the record in; whether
 * that approves anybody is judged as for the steps.
 */
import { randomUUID } from 'node:crypto'
import type { IdmetaDocument, IdmetaScores } from '@tukar/wire'
import type {
  Answer,
  DocumentFindings,
  Expected,
  FaceFindings,
} from '../../adapters/identity-check/index.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findContacts } from '../accounts/index.ts'
import { announce } from '../notifications/index.ts'
import { forgetFile, saveFile } from './file-store.ts'
import { saveFinding } from './finding-store.ts'
import { identityOf } from './identity.ts'
import { submitVerification } from './idmeta-record.ts'
import { otherFace, refusedBy, type IdmetaOutcome } from './idmeta-refusals.ts'
import * as store from './idmeta-store.ts'
import type { KycDeps } from './deps.ts'
import { isOpen } from './record-machine.ts'
import { changeRecord, findRecord, holdRecord, type KycRecord } from './record-store.ts'
import { openJson, sealJson, vaultFor } from './vault.ts'

/** The field under which the findings of a verification are sealed. */
const documentField = 'verification'
const retryAfterSeconds = 5

/** Ids that a form of the modal carries. */
export type IdmetaIds = { readonly templateId: string; readonly verificationId: string }

/** The picture of a face, and the address that it came from. */
export type SentFace = { readonly image: Buffer; readonly clientAddress: string }

/**
 * Refuses `idmeta.off` or `idmeta.over` where the mode or the state of the record forbids the modal; gives
 * the version of the record.
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

/** The own verification of these ids; refuses `idmeta.unknown` for every other. */
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

/** Nobody concludes anything where the provider does not answer, or has forgotten (FLT-37). */
function requireAnswer<T>(
  answer: Answer<T>,
): Extract<Answer<T>, { readonly status: 'done' | 'refused' }> {
  if (answer.status === 'absent') throw new Refusal('idmeta.unknown')
  if (answer.status === 'unknown') throw new Refusal('idmeta.unavailable', {}, retryAfterSeconds)
  return answer
}

/** Begins a verification at the provider; gives the id that it has in the browser. */
export async function createVerification(
  deps: KycDeps,
  userId: number,
  templateId: string,
): Promise<IdmetaOutcome<string>> {
  requireTemplate(deps, templateId)
  // Before the details are read: were they changed in between, it is about what is no more.
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

/** What the document is compared with: what was typed; before that, the name of the account. */
async function expectedOf(deps: KycDeps, userId: number): Promise<Expected> {
  const typed = await identityOf(deps, userId)
  if (typed !== null) {
    return { name: typed.name, number: typed.number, birthDate: typed.birthDate }
  }
  const contact = (await findContacts(deps.database, [userId])).get(userId)
  return { name: contact?.name ?? null, number: null, birthDate: null }
}

/** A back of null is for passports alone, where the settings allow it. */
export type DocumentPictures = { readonly front: Buffer; readonly back: Buffer | null }

/** Has the document read; keeps its pictures and what was found. */
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
    // Every other verification of his is about another document from here on.
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
 * Holds the record of a person who may still write into it. What was compared with other details, or is
 * about another document than the one that is kept, counts for nothing: he begins again.
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

/** What the browser is told of a document: figures; what was read is nothing to send around. */
function documentResult({ kind, confidence, matches }: DocumentFindings): IdmetaDocument {
  const { name, number, birthDate } = matches
  return {
    document_type: documentTypes[kind],
    confidence,
    matches: { name, number, birth_date: birthDate },
  }
}

/** Has the face compared with that of the document; one that is alike hands the record in. */
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
    // Dialogs of the person that are open elsewhere are over (RT-04, DEC-63).
    await announce(transaction, { userId, event: 'kyc_tutup_popup', message: '' })
  })
  return { status: 'done', value: { probability: face.probability, quality: face.quality } }
}

/** Keeps for reviewers that a face was refused: who tries many times is looked at. */
async function noteRefused(
  deps: KycDeps,
  userId: number,
  document: DocumentFindings,
  said: Partial<FaceFindings> & { readonly message: string | null },
): Promise<void> {
  const { probability, quality, message } = said
  const isCompared = probability !== undefined && quality !== undefined
  const face = isCompared ? { probability, quality } : null
  await saveFinding(deps.database, deps, {
    userId,
    source: 'modal',
    findings: { document, face, refusal: message },
    verdict: { decision: 'review', reasons: [isCompared ? 'face_differs' : 'no_face'] },
  })
}
