/** Identity cases for the console: masked, with figures instead of the data that was read. */
import type {
  DeskFinding,
  DeskIdentity,
  DeskIdentityRow,
  DeskIdentityStep,
  DeskPerson,
  IdentityDecision,
  KycDetails,
} from '@tukar/wire'
import type { Contact } from '../../accounts/index.ts'
import { maskedEmail, maskedName, maskedNumber } from '../../desk/index.ts'
import type { CaseRecord } from './desk-store.ts'
import type { KycFile } from '../file-store.ts'
import type { KycFinding } from '../finding-store.ts'
import { mayMove } from '../record/record-machine.ts'
import type { HistoryStep } from '../record/record-store.ts'

type Contacts = ReadonlyMap<number, Contact>

/** The possible decisions of a reviewer: all for a waiting case, none for a decided one. */
export function decisionsOf({ state }: Pick<CaseRecord, 'state'>): readonly IdentityDecision[] {
  const mayApprove = mayMove(state, 'approved')
  return mayApprove && mayMove(state, 'rejected') ? ['approve', 'reject', 'again'] : []
}

/** The ids of all users whose names a page of cases shows. */
export function peopleIn(
  rows: readonly Pick<CaseRecord, 'userId' | 'decidedBy'>[],
  steps: readonly Pick<HistoryStep, 'actor'>[] = [],
): readonly number[] {
  const actors = [...rows.map(({ decidedBy }) => decidedBy), ...steps.map(({ actor }) => actor)]
  const operators = actors.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0)
  return [...new Set([...rows.map(({ userId }) => userId), ...operators])]
}

/** A case of a queue. */
export function caseRow(row: CaseRecord, people: Contacts): DeskIdentityRow {
  return {
    id: row.userId,
    person: personOf(row.userId, people),
    state: row.state,
    kind: row.kind,
    reason: row.reason,
    piece: row.piece,
    submitted_at: row.submittedAt?.toISOString() ?? null,
    decided_at: row.decidedAt?.toISOString() ?? null,
    decided_by: row.decidedBy === null ? null : actorName(row.decidedBy, people),
  }
}

function personOf(userId: number, people: Contacts): DeskPerson | null {
  const contact = people.get(userId)
  if (contact === undefined) return null
  return { user_id: userId, name: maskedName(contact.name), email: maskedEmail(contact.email) }
}

/** `machine` and `user` unchanged; for an operator the name, or the id if the account is deleted. */
function actorName(actor: string, people: Contacts): string {
  if (!/^\d+$/.test(actor)) return actor
  return people.get(Number(actor))?.name ?? `#${actor}`
}

/** The data around a case, in addition to its row. */
export type CaseSurroundings = {
  readonly people: Contacts
  readonly details: KycDetails | null
  readonly files: readonly KycFile[]
  readonly findings: readonly KycFinding[]
  readonly steps: readonly HistoryStep[]
  readonly isNumberShared: boolean
}

/** A case with all known data, masked. */
export function deskIdentity(row: CaseRecord, around: CaseSurroundings): DeskIdentity {
  const { people, details, files, findings, steps, isNumberShared } = around
  return {
    ...caseRow(row, people),
    masked: details === null ? null : maskedDetails(details),
    files: files.map(({ kind, createdAt }) => ({ kind, at: createdAt.toISOString() })),
    findings: findings.map(findingRow),
    steps: steps.map((step) => stepRow(step, people)),
    number_shared: isNumberShared,
    can: decisionsOf(row),
    version: row.version,
  }
}

function maskedDetails({ name, number, numberKind }: KycDetails): DeskIdentity['masked'] {
  return {
    name: maskedName(name),
    number: number === null ? null : maskedNumber(number),
    number_kind: numberKind,
  }
}

function findingRow({ source, at, verdict, findings }: KycFinding): DeskFinding {
  const { document, face, refusal } = findings
  return {
    source,
    at: at.toISOString(),
    verdict: verdict.decision,
    reasons: verdict.reasons,
    refusal,
    probability: face?.probability ?? null,
    quality: face?.quality ?? null,
    document:
      document === null
        ? null
        : {
            kind: document.kind,
            confidence: document.confidence,
            face_quality: document.face?.quality ?? null,
            matches: {
              name: document.matches.name,
              number: document.matches.number,
              birth_date: document.matches.birthDate,
            },
          },
  }
}

function stepRow({ at, from, to, actor, cause }: HistoryStep, people: Contacts): DeskIdentityStep {
  return { at: at.toISOString(), from, to, actor: actorName(actor, people), cause }
}
