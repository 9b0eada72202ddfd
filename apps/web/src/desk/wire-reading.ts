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
}

export type Overview = {
  readonly queues: readonly Queue[]
  readonly gatewayBalance: string | null
  readonly ledgerBalance: string | null
  readonly difference: string | null
  readonly inFlight: string | null
}

/** What waits, and the figures of money. */
export function readOverview(body: JsonRecord): Overview {
  const data = recordAt(body, 'data')
  return {
    queues: recordsAt(data, 'queues').map((queue) => ({
      name: textAt(queue, 'name'),
      count: Number(textAt(queue, 'count')) || 0,
      oldestAt: textOrNull(queue, 'oldest_at'),
    })),
    gatewayBalance: textOrNull(data, 'gateway_balance'),
    ledgerBalance: textOrNull(data, 'ledger_balance'),
    difference: textOrNull(data, 'difference'),
    inFlight: textOrNull(data, 'in_flight'),
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

function readPerson(row: JsonRecord): Person {
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

export type Revealed = Person & { readonly bank: SavedBank | null }

/** A person's data, whole. */
export function readRevealed(body: JsonRecord): Revealed {
  const data = recordAt(body, 'data')
  const row = data['bank']
  const bank = isRecord(row) ? { ...readBank(row), isLocked: row['data_lock'] === true } : null
  return { ...readPerson(data), bank }
}

export type AuditEntry = {
  readonly no: number
  readonly at: string
  readonly operator: string | null
  readonly action: string
  readonly subject: string
  readonly reason: string
  /** What was before and after, as JSON; empty where nothing is told. */
  readonly before: string
  readonly after: string
}

export type Audit = Paged<AuditEntry> & {
  readonly verifiedTo: number
  readonly brokenAt: number | null
  readonly hash: string
}

/** A page of the record, with how far it is whole. */
export function readAudit(body: JsonRecord): Audit {
  const verified = recordAt(recordAt(body, 'data'), 'verified')
  const brokenAt = textOrNull(verified, 'broken_at')
  return {
    ...paged(body, readEntry),
    verifiedTo: Number(textAt(verified, 'to')) || 0,
    brokenAt: brokenAt === null ? null : Number(brokenAt),
    hash: textAt(verified, 'hash'),
  }
}

function readEntry(row: JsonRecord): AuditEntry {
  const json = (key: string) => (isRecord(row[key]) ? JSON.stringify(row[key]) : '')
  return {
    no: Number(textAt(row, 'no')),
    at: textAt(row, 'at'),
    operator: textOrNull(row, 'operator'),
    action: textAt(row, 'action'),
    subject: textAt(row, 'subject'),
    reason: textAt(row, 'reason'),
    before: json('before'),
    after: json('after'),
  }
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

function paged<Row>(body: JsonRecord, read: (row: JsonRecord) => Row): Paged<Row> {
  const data = recordAt(body, 'data')
  const [page, rows, total] = ['page', 'rows', 'total'].map((key) => Number(textAt(data, key)))
  const isLast = !((page ?? 0) * (rows ?? 0) < (total ?? 0))
  return { rows: rowsOf(body).map(read), page: page || 1, isLast }
}

function recordAt(record: JsonRecord, key: string): JsonRecord {
  const value = record[key]
  return isRecord(value) ? value : {}
}

function recordsAt(record: JsonRecord, key: string): readonly JsonRecord[] {
  const value = record[key]
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function textsAt(record: JsonRecord, key: string): readonly string[] {
  const value = record[key]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function textOrNull(record: JsonRecord, key: string): string | null {
  return textAt(record, key) === '' ? null : textAt(record, key)
}
