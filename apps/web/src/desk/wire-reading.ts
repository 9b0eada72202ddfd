/** The console's answers, read without believing them. */
import { isRecord, type JsonRecord, rowsOf, textAt } from '../api/json.ts'
import {
  type Approval,
  type Bank,
  type CaseDetail,
  type CaseRow,
  isDecision,
  type Person,
  type Step,
} from './cases.ts'
import type { CasePart } from './place.ts'
import { type OverviewMore, readMore } from './overview/overview-wire-reading.ts'

export type Me = {
  readonly userId: number
  readonly name: string
  readonly roles: readonly string[]
}

/** Who the console takes one for; null where the answer does not say. */
export function readMe(body: JsonRecord): Me | null {
  const data = recordAt(body, 'data')
  const userId = Number(textAt(data, 'user_id'))
  if (!(userId > 0)) return null
  return { userId, name: textAt(data, 'name'), roles: textsAt(data, 'roles') }
}

export type Queue = {
  readonly name: string
  readonly count: number
  readonly oldestAt: string | null
  /** Seconds that what was decided today had waited, the median; null where nothing was. */
  readonly medianWaitSeconds: number | null
}

export type Overview = {
  readonly queues: readonly Queue[]
  readonly gatewayBalance: string | null
  readonly ledgerBalance: string | null
  readonly difference: string | null
  readonly inFlight: string | null
  readonly more: OverviewMore
}

/** What waits, and the figures of money. */
export function readOverview(body: JsonRecord): Overview {
  const data = recordAt(body, 'data')
  return {
    queues: recordsAt(data, 'queues').map((queue) => ({
      name: textAt(queue, 'name'),
      count: Number(textAt(queue, 'count')) || 0,
      oldestAt: textOrNull(queue, 'oldest_at'),
      medianWaitSeconds: numberOrNull(queue, 'median_wait_s'),
    })),
    gatewayBalance: textOrNull(data, 'gateway_balance'),
    ledgerBalance: textOrNull(data, 'ledger_balance'),
    difference: textOrNull(data, 'difference'),
    inFlight: textOrNull(data, 'in_flight'),
    more: readMore(data),
  }
}

export type Paged<Row> = {
  readonly rows: readonly Row[]
  readonly page: number
  readonly isLast: boolean
}

/** A page of a queue. */
export function readCases(body: JsonRecord, part: CasePart): Paged<CaseRow> {
  return paged(body, (row) => readCase(row, part))
}

/** A whole case; null where the answer has none. */
export function readDetail(body: JsonRecord, part: CasePart): CaseDetail | null {
  const data = recordAt(body, 'data')
  if (textAt(data, 'id') === '') return null
  return {
    ...readCase(data, part),
    reference: textAt(data, 'reference'),
    description: textAt(data, 'description'),
    steps: recordsAt(data, 'steps').map(readStep),
    flags: textsAt(data, 'flags'),
    can: textsAt(data, 'can').filter(isDecision),
  }
}

function readCase(row: JsonRecord, part: CasePart): CaseRow {
  const bank = row['bank']
  const person = row['person']
  return {
    part,
    id: Number(textAt(row, 'id')),
    createdAt: textAt(row, 'created_at'),
    stateAt: textAt(row, 'state_at') || textAt(row, 'created_at'),
    state: textAt(row, 'state'),
    cause: textAt(row, 'cause'),
    amount: textAt(row, 'amount'),
    person: isRecord(person) ? readPerson(person) : null,
    approvals: recordsAt(row, 'approvals').map(readApproval),
    approvalsNeeded: Number(textAt(row, 'approvals_needed')) || 0,
    confirmedAmount: textOrNull(row, 'confirmed_amount'),
    method: textAt(row, 'method'),
    hasFile: row['has_file'] === true,
    net: textAt(row, 'net'),
    bank: isRecord(bank) ? readBank(bank) : null,
  }
}

/** Somebody whom a case is about. */
export function readPerson(row: JsonRecord): Person {
  return {
    userId: Number(textAt(row, 'user_id')),
    name: textAt(row, 'name'),
    email: textAt(row, 'email'),
  }
}

function readApproval(row: JsonRecord): Approval {
  return {
    operatorId: Number(textAt(row, 'operator_id')),
    operator: textAt(row, 'operator'),
    at: textAt(row, 'at'),
    decision: textAt(row, 'decision'),
    reason: textAt(row, 'reason'),
  }
}

function readBank(row: JsonRecord): Bank {
  return {
    name: textAt(row, 'name'),
    holder: textAt(row, 'ac_name'),
    number: textAt(row, 'ac_number'),
  }
}

function readStep(row: JsonRecord): Step {
  return { at: textAt(row, 'at'), state: textAt(row, 'state'), cause: textAt(row, 'cause') }
}

/** Where a person is paid to, and whether he may not change it any more (DEC-96). */
export type SavedBank = Bank & { readonly isLocked: boolean }

export type Revealed = Person & {
  readonly bank: SavedBank | null
  /** Where the payout goes that is looked at; null where none is. */
  readonly payoutBank: Bank | null
}

/** A person's data, whole. */
export function readRevealed(body: JsonRecord): Revealed {
  const data = recordAt(body, 'data')
  const row = data['bank']
  const bank = isRecord(row) ? { ...readBank(row), isLocked: row['data_lock'] === true } : null
  const paidTo = data['payout_bank']
  return { ...readPerson(data), bank, payoutBank: isRecord(paidTo) ? readBank(paidTo) : null }
}

/** A mail as a person gets it. */
export type ShownMail = {
  readonly language: 'en' | 'id'
  readonly subject: string
  readonly text: string
}

/** The mail of a decision; null where nobody is mailed. */
export function readMail(body: JsonRecord): ShownMail | null {
  const mail = recordAt(body, 'data')['mail']
  if (!isRecord(mail)) return null
  const language = textAt(mail, 'language') === 'id' ? 'id' : 'en'
  return { language, subject: textAt(mail, 'subject'), text: textAt(mail, 'text') }
}

export type OperatorEntry = Person & { readonly roles: readonly string[]; readonly since: string }

/** Everybody who has a role. */
export function readOperators(body: JsonRecord): readonly OperatorEntry[] {
  return rowsOf(body).map((row) => ({
    ...readPerson(row),
    roles: textsAt(row, 'roles'),
    since: textAt(row, 'since'),
  }))
}

/** A change of roles that waits for a second admin. */
export type Proposal = {
  readonly id: number
  readonly person: Person
  readonly role: string
  readonly isGiven: boolean
  readonly reason: string
  readonly proposedBy: string
  readonly proposedAt: string
  readonly expiresAt: string
  readonly can: readonly ('confirm' | 'decline')[]
}

/** What waits for a second admin. */
export function readProposals(body: JsonRecord): readonly Proposal[] {
  return rowsOf(body).map((row) => ({
    id: Number(textAt(row, 'id')),
    person: readPerson(recordAt(row, 'person')),
    role: textAt(row, 'role'),
    isGiven: row['is_given'] === true,
    reason: textAt(row, 'reason'),
    proposedBy: textAt(row, 'proposed_by'),
    proposedAt: textAt(row, 'proposed_at'),
    expiresAt: textAt(row, 'expires_at'),
    can: (['confirm', 'decline'] as const).filter((word) => textsAt(row, 'can').includes(word)),
  }))
}

/** A page of a list, by how one row of it is read. */
export function paged<Row>(body: JsonRecord, read: (row: JsonRecord) => Row): Paged<Row> {
  const data = recordAt(body, 'data')
  const [page, rows, total] = ['page', 'rows', 'total'].map((key) => Number(textAt(data, key)))
  const isLast = !((page ?? 0) * (rows ?? 0) < (total ?? 0))
  return { rows: rowsOf(body).map(read), page: page || 1, isLast }
}

/** A key's record; an empty one where there is none. */
export function recordAt(record: JsonRecord, key: string): JsonRecord {
  const value = record[key]
  return isRecord(value) ? value : {}
}

/** A key's list, without what is no record. */
export function recordsAt(record: JsonRecord, key: string): readonly JsonRecord[] {
  const value = record[key]
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** A key's list, without what is no text. */
export function textsAt(record: JsonRecord, key: string): readonly string[] {
  const value = record[key]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** A key's text; null where it is empty. */
function textOrNull(record: JsonRecord, key: string): string | null {
  return textAt(record, key) === '' ? null : textAt(record, key)
}

function numberOrNull(record: JsonRecord, key: string): number | null {
  const value = record[key]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
