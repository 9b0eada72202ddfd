/** Converts the console's answers about cases and operators from wire names. */
import type {
  DeskApproval,
  DeskDeposit,
  DeskDepositRow,
  DeskMe,
  DeskOperatorRow,
  DeskOverview,
  DeskPerson,
  DeskPreview,
  DeskProposal,
  DeskRevealed,
  DeskRole,
  DeskStep,
  DeskWithdrawal,
  DeskWithdrawalRow,
  ListData,
} from '@tukar/wire'
import type { Approval, Bank, CaseDetail, CaseRow, Person, Step } from './cases.ts'
import { type OverviewMore, toMore } from '../overview/overview-wire.ts'
import type { CasePart } from '../frame/console-route.ts'

export type Me = {
  readonly userId: number
  readonly name: string
  readonly roles: readonly DeskRole[]
}

/** The signed-in operator. */
export function toMe({ user_id: userId, name, roles }: DeskMe): Me {
  return { userId, name, roles }
}

export type Queue = {
  readonly name: string
  readonly count: number
  readonly oldestAt: string | null
  /** The median waiting time of today's decisions in seconds; null if there were none. */
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

/** The queues, and the figures of money. */
export function toOverview(data: DeskOverview): Overview {
  return {
    queues: data.queues.map((queue) => ({
      name: queue.name,
      count: queue.count,
      oldestAt: queue.oldest_at,
      medianWaitSeconds: queue.median_wait_s,
    })),
    gatewayBalance: data.gateway_balance,
    ledgerBalance: data.ledger_balance,
    difference: data.difference,
    inFlight: data.in_flight,
    more: toMore(data),
  }
}

export type Paged<Row> = {
  readonly rows: readonly Row[]
  readonly page: number
  readonly isLast: boolean
}

/** A page of a list; `read` converts one row. */
export function toPage<Row, Shown>(
  { datas, page, rows, total }: ListData<Row>,
  read: (row: Row) => Shown,
): Paged<Shown> {
  return { rows: datas.map(read), page, isLast: page * rows >= total }
}

/** A deposit or payout with all its details. */
export function toDetail(data: DeskDeposit | DeskWithdrawal, part: CasePart): CaseDetail {
  return {
    ...toCase(data, part),
    reference: data.reference,
    description: data.description ?? '',
    steps: data.steps.map(toStep),
    flags: data.flags,
    can: data.can,
  }
}

/** A deposit or payout in a queue. */
export function toCase(row: DeskDepositRow | DeskWithdrawalRow, part: CasePart): CaseRow {
  const isPayout = 'net' in row
  return {
    part,
    id: row.id,
    createdAt: row.created_at,
    stateAt: row.created_at,
    state: row.state,
    cause: row.cause ?? '',
    amount: row.amount,
    person: row.person === null ? null : toPerson(row.person),
    approvals: row.approvals.map(toApproval),
    approvalsNeeded: row.approvals_needed,
    confirmedAmount: isPayout ? null : row.confirmed_amount,
    method: isPayout ? '' : (row.method ?? ''),
    hasFile: !isPayout && row.has_file,
    net: isPayout ? row.net : '',
    bank: isPayout ? toBank(row.bank) : null,
  }
}

/** The person of a case. */
export function toPerson({ user_id: userId, name, email }: DeskPerson): Person {
  return { userId, name, email }
}

/** An operator's approval or decision. */
export function toApproval({ operator_id: operatorId, ...rest }: DeskApproval): Approval {
  const { operator, at, decision, reason } = rest
  return { operatorId, operator, at, decision, reason }
}

function toBank({ name, ac_name: holder, ac_number: number }: BankOf): Bank {
  return { name, holder, number }
}

type BankOf = DeskWithdrawalRow['bank']

/** A step of a case's history. */
export function toStep({ at, state, cause }: DeskStep): Step {
  return { at, state, cause: cause ?? '' }
}

/** A person's saved bank account, and whether it is locked (DEC-96). */
export type SavedBank = Bank & { readonly isLocked: boolean }

export type Revealed = Person & {
  readonly bank: SavedBank | null
  /** The destination of the selected payout; null if none is selected. */
  readonly payoutBank: Bank | null
}

/** A person's unmasked data. */
export function toRevealed(data: DeskRevealed): Revealed {
  const { bank, payout_bank: paidTo } = data
  return {
    ...toPerson(data),
    bank: bank === null ? null : { ...toBank(bank), isLocked: bank.data_lock },
    payoutBank: paidTo === null ? null : toBank(paidTo),
  }
}

/** An e-mail as its receiver sees it. */
export type ShownMail = NonNullable<DeskPreview['mail']>

export type OperatorEntry = Person & {
  readonly roles: readonly DeskRole[]
  readonly since: string
}

/** A person with a role. */
export function toOperator(row: DeskOperatorRow): OperatorEntry {
  return { ...toPerson(row), roles: row.roles, since: row.since }
}

/** A change of roles that waits for a second admin. */
export type Proposal = {
  readonly id: number
  readonly person: Person
  readonly role: DeskRole
  readonly isGiven: boolean
  readonly reason: string
  readonly proposedBy: string
  readonly proposedAt: string
  readonly expiresAt: string
  readonly can: readonly ('confirm' | 'decline')[]
}

/** A proposal that waits for a second admin. */
export function toProposal(row: DeskProposal): Proposal {
  return {
    id: row.id,
    person: toPerson(row.person),
    role: row.role,
    isGiven: row.is_given,
    reason: row.reason,
    proposedBy: row.proposed_by,
    proposedAt: row.proposed_at,
    expiresAt: row.expires_at,
    can: row.can,
  }
}
