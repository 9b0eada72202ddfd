/**
 * Identity cases of reviewers (SRV-41): read a case, show it with a reason, decide. Each display, file and
 * decision is in the audit log, without personal data.
 */
import { makeToken } from '../../../platform/security/opaque-tokens.ts'
import type {
  DeskIdentity,
  DeskIdentityShown,
  IdentityDecision,
  KycPiece,
  KycReason,
} from '@tukar/wire'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { type Contact, findContacts } from '../../accounts/index.ts'
import { audit, type Desk, type Operator } from '../../desk/index.ts'
import { decide } from '../record/decide.ts'
import { deskIdentity, decisionsOf, peopleIn } from './desk-figures.ts'
import * as store from './desk-store.ts'
import { withoutPersonalData } from './desk-words.ts'
import { filesOf, type OpenedFile, readFile } from '../file-store.ts'
import { type KycFinding, findingsOf } from '../finding-store.ts'
import { type Identity, openedDetails } from '../identity.ts'
import type { KycDecisionDeps, VaultDeps } from '../deps.ts'
import { readNumber } from '../judgement.ts'
import { historyOf, lockRecord, othersWithNumber } from '../record/record-store.ts'
import { numberIndexOf } from '../vault.ts'

export type ReviewDeps = VaultDeps & KycDecisionDeps

/** The time for which a token opens the files of a case. */
const showingSeconds = 300

/** A masked case; refuses `desk.case_unknown` if nothing was submitted. */
export async function readCase(deps: ReviewDeps, userId: number): Promise<DeskIdentity> {
  const { database } = deps
  const row = await store.findCase(database, userId)
  if (row === null) throw new Refusal('desk.case_unknown')
  const [details, files, findings, steps] = await Promise.all([
    openedDetails(deps, row),
    filesOf(database, userId),
    findingsOf(deps, userId),
    historyOf(database, userId),
  ])
  const people = await findContacts(database, peopleIn([row], steps))
  const isNumberShared = (await holdersOf(deps, userId, details, findings)).length > 0
  return deskIdentity(row, { people, details, files, findings, steps, isNumberShared })
}

/** Refuses `desk.own_identity`: an operator must not review their own identity. */
function refuseOwnIdentity({ operatorId }: Operator, userId: number): void {
  if (operatorId === userId) throw new Refusal('desk.own_identity')
}

/**
 * Shows all data of a user, with a token that opens the files for some minutes. Refuses `desk.too_many_shown`
 * if the operator has seen too many users within the hour (ATT-104).
 */
export async function showCase(
  deps: ReviewDeps & { readonly desk: Pick<Desk, 'showing'> },
  operator: Operator,
  userId: number,
  reason: string,
): Promise<DeskIdentityShown> {
  refuseOwnIdentity(operator, userId)
  const { database } = deps
  const row = await store.findCase(database, userId)
  if (row === null) throw new Refusal('desk.case_unknown')
  const details = await openedDetails(deps, row)
  const contact = (await findContacts(database, [userId])).get(userId)
  const findings = await findingsOf(deps, userId)
  const token = makeToken()
  const usedBy = await holdersOf(deps, userId, details, findings)
  const { operatorId } = operator
  const redacted = withoutPersonalData(reason, valuesOf(details, contact, findings))
  await deps.desk.showing(operator, userId, async (transaction) => {
    const lifeSeconds = showingSeconds
    await store.saveShowing(transaction, {
      token,
      operatorId,
      userId,
      reason: redacted,
      lifeSeconds,
    })
    const subject = subjectOf(userId)
    await audit.record(transaction, {
      operatorId,
      action: 'identity.show',
      subject,
      reason: redacted,
      after: { used_by: usedBy },
    })
  })
  const files = await filesOf(database, userId)
  return {
    id: userId,
    email: contact?.email ?? null,
    details,
    read: findings.map(({ findings: { document } }) => ({
      name: document?.name ?? null,
      number: document?.number ?? null,
      birth_date: document?.birthDate ?? null,
    })),
    files: files.map(({ fileId, kind, mediaType, createdAt }) => ({
      id: fileId,
      kind,
      media_type: mediaType,
      at: createdAt.toISOString(),
    })),
    used_by: usedBy,
    token,
    expires_s: showingSeconds,
  }
}

/** The other accounts with the typed number, or with the number that was read from the document (SRV-39). */
function holdersOf(
  { database, keys }: VaultDeps,
  userId: number,
  details: Identity | null,
  findings: readonly KycFinding[],
): Promise<readonly number[]> {
  const read = findings.map(({ findings: { document } }) =>
    document === null ? null : (readNumber(document)?.number ?? null),
  )
  const numbers = [details?.number ?? null, ...read].filter((number) => number !== null)
  const indexes = numbers.map((number) => numberIndexOf(keys, number))
  return othersWithNumber(database, userId, indexes)
}

const subjectOf = (userId: number): string => `identity:${userId}`

/** Values that must not enter the permanent audit log; the document may be another person's. */
function valuesOf(
  details: Identity | null,
  contact: Contact | undefined,
  findings: readonly KycFinding[],
): readonly (string | null | undefined)[] {
  const { gender: _, numberKind: __, ...values } = details ?? {}
  const read = findings.flatMap(({ findings: { document } }) => [document?.name, document?.number])
  return [...Object.values(values), contact?.name, contact?.email, ...read]
}

/**
 * A file of a case that was shown to this operator. Any other token, case or file gets the same refusal
 * `desk.showing_over`, which does not reveal what exists (ATT-47).
 */
export async function readShownFile(
  deps: ReviewDeps,
  operator: Operator,
  { userId, fileId, token }: { userId: number; fileId: string; token: string },
): Promise<OpenedFile> {
  refuseOwnIdentity(operator, userId)
  const { operatorId } = operator
  const showing = { token, operatorId, userId }
  const reason = await store.showingReason(deps.database, showing)
  if (reason === null) throw new Refusal('desk.showing_over')
  const file = await readFile(deps, fileId)
  if (file === null || file.userId !== userId) throw new Refusal('desk.showing_over')
  await inTransaction(deps.database, async (transaction) => {
    const after = { kind: file.kind }
    const subject = subjectOf(userId)
    await audit.record(transaction, { operatorId, action: 'identity.file', subject, reason, after })
  })
  return file
}

export type IdentityVerdict = {
  readonly userId: number
  readonly decision: IdentityDecision
  readonly reason: KycReason | null
  readonly piece: KycPiece | null
  /** A note for other operators; personal data is removed from it. */
  readonly note: string
  /** The version that the operator saw; null: the current one. */
  readonly version: number | null
}

/** Decides a case; refuses `desk.already_decided` if it no longer waits, or changed since it was read. */
export async function decideCase(
  deps: ReviewDeps,
  operator: Operator,
  { userId, decision, reason, piece, note, version }: IdentityVerdict,
): Promise<void> {
  refuseOwnIdentity(operator, userId)
  const { operatorId } = operator
  await inTransaction(deps.database, async (transaction) => {
    await lockRecord(transaction, userId)
    const row = await store.findCase(transaction, userId)
    if (row === null) throw new Refusal('desk.case_unknown')
    const isSame = version === null || version === row.version
    if (!isSame || !decisionsOf(row).includes(decision)) throw new Refusal('desk.already_decided')
    const inside = { database: transaction, keys: deps.keys }
    const details = await openedDetails(inside, row)
    const contact = (await findContacts(transaction, [userId])).get(userId)
    const findings = await findingsOf(inside, userId)
    await decide(transaction, deps, {
      userId,
      decision: decision === 'approve' ? 'approve' : 'reject',
      reason,
      piece,
      actor: operatorId,
    })
    await audit.record(transaction, {
      operatorId,
      action: `identity.${decision}`,
      subject: subjectOf(userId),
      reason: withoutPersonalData(note, valuesOf(details, contact, findings)),
      before: { state: row.state },
      after: { reason, piece },
    })
  })
}
