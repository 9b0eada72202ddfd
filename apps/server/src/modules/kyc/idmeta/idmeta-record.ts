/**
 * The modal writes the same record as the steps: with the typed details if there are any, else with the data
 * of the document.
 */
import { type KycDetails, type KycKind, readNik } from '@tukar/wire'
import type { DocumentFindings, FaceFindings } from '../../../adapters/identity-check/index.ts'
import type { Transaction } from '../../../platform/database/pool.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { findContacts } from '../../accounts/index.ts'
import { decide } from '../record/decide.ts'
import { earlierOf } from '../earlier.ts'
import { saveFinding } from '../finding-store.ts'
import { detailsField, openedDetails } from '../identity.ts'
import { type ExpectedIdentity, judgeFindings, readNumber, type KycVerdict } from '../judgement.ts'
import { indexOf, isAnyNumberUsed, requireFewSubmissions } from '../record/number.ts'
import type { KycDeps } from '../deps.ts'
import { lastStep } from '../record/record-machine.ts'
import { type KycRecord, moveRecord } from '../record/record-store.ts'
import { consentVersion } from '../steps/step-service.ts'
import { sealJson, vaultFor } from '../vault.ts'

/** The findings of a completed verification. */
export type Passed = { readonly document: DocumentFindings; readonly face: FaceFindings }

/** The address of the user who consented; the modal begins only after the consent (SRV-37). */
export type ModalConsent = { readonly clientAddress: string }

/** The kind of record that a document implies, if the user chose none. */
function kindOf({ kind }: Pick<KycRecord, 'kind'>, document: DocumentFindings): KycKind {
  return kind ?? (document.kind === 'passport' ? 'global' : 'indonesia')
}

/**
 * Submits the record in the caller's transaction, which holds it, and judges it at once: approved only if
 * automatic approval is allowed, else sent to an operator.
 */
export async function submitVerification(
  transaction: Transaction,
  deps: KycDeps,
  record: KycRecord,
  { document, face, clientAddress }: Passed & ModalConsent,
): Promise<void> {
  const { userId } = record
  const { keys } = deps
  await requireFewSubmissions(transaction, userId)
  const inside = { database: transaction, keys }
  const typed = await openedDetails(inside, record)
  const contact = (await findContacts(transaction, [userId])).get(userId)
  const details = detailsOf(typed, document, contact?.name ?? '')
  const vault = await vaultFor(transaction, keys, userId)
  const numbers = [details.number, readNumber(document)?.number ?? null]
  const isNumberUsed = await isAnyNumberUsed(transaction, keys, userId, numbers)
  const now = new Date(deps.clock())
  const consented = {
    consent_version: consentVersion,
    consented_at: now,
    consent_address: vault.seal('consent', Buffer.from(clientAddress)),
  }
  const isMoved = await moveRecord(transaction, record, 'submitted', {
    keys,
    actor: 'user',
    cause: 'modal',
    changes: {
      ...(record.consentVersion === null ? consented : {}),
      kind: kindOf(record, document),
      step: lastStep,
      details: sealJson(vault, detailsField, details),
      number_index: indexOf(keys, details.number),
      submitted_at: now,
      reason_code: null,
      piece: null,
      next_look_at: null,
      attempts: 0,
    },
  })
  if (!isMoved) throw new Refusal('idmeta.over')
  const earlier = await earlierOf(transaction, userId)
  const known = { isSuspicious: earlier.isSuspicious, isNumberUsed }
  const verdict = verdictOf(deps, typed, known, { document, face })
  const findings = { document, face, refusal: null }
  await saveFinding(transaction, deps, { userId, source: 'modal', findings, verdict })
  const mayApprove = deps.machineApproves && !earlier.isRejected
  const isApproved = verdict.decision === 'approve' && mayApprove
  await decide(transaction, deps, {
    userId,
    decision: isApproved ? 'approve' : 'review',
    reason: isApproved ? null : (verdict.reasons[0] ?? null),
    actor: 'machine',
  })
}

/** The typed details, completed from the document; without typed details the document alone. */
function detailsOf(
  typed: KycDetails | null,
  document: DocumentFindings,
  accountName: string,
): KycDetails {
  const read = readNumber(document)
  const isKtp = document.kind !== 'passport'
  if (typed !== null) {
    if (typed.number !== null || read === null) return typed
    return { ...typed, number: read.number, numberKind: read.numberKind }
  }
  return {
    name: document.name ?? accountName,
    phone: null,
    birthPlace: null,
    birthDate: document.birthDate,
    gender: document.gender ?? (isKtp ? (readNik(read?.number ?? '')?.gender ?? null) : null),
    address: null,
    profession: null,
    number: read?.number ?? null,
    numberKind: read?.numberKind ?? (isKtp ? 'ktp' : 'passport'),
    npwp: null,
    city: null,
    province: null,
    nationality: isKtp ? 'ID' : null,
  }
}

/** Judged as in the steps. */
function verdictOf(
  { thresholds, clock }: KycDeps,
  typed: KycDetails | null,
  known: Pick<ExpectedIdentity, 'isSuspicious' | 'isNumberUsed'>,
  { document, face }: Passed,
): KycVerdict {
  const expected = {
    birthDate: typed?.birthDate ?? null,
    gender: typed?.gender ?? null,
    isNumberTyped: (typed?.number ?? null) !== null,
    ...known,
    nowMs: clock(),
  }
  return judgeFindings({ document, face, refusal: null }, expected, thresholds)
}
