/** Converts answers about ledger and reconciliation from wire names. */
import type {
  DeskBooks,
  DeskBreak,
  DeskClosing,
  DeskClosingRow,
  DeskLedger,
  DeskLook,
  DeskReconciled,
  DeskReconciliation,
} from '@tukar/wire'

export type AccountBalance = {
  readonly account: string
  readonly accountId: string
  readonly kind: string
  /** Empty if the amount is a credit. */
  readonly debit: string
  readonly credit: string
  readonly held: string
}

export type TrialBalance = {
  readonly currency: string
  readonly debit: string
  readonly credit: string
  readonly isBalanced: boolean
  readonly accounts: readonly AccountBalance[]
}

/** Every currency with its accounts. */
export function toBooks({ currencies }: DeskBooks): readonly TrialBalance[] {
  return currencies.map((row) => ({
    currency: row.currency,
    debit: row.debit,
    credit: row.credit,
    isBalanced: row.is_balanced,
    accounts: row.accounts.map((line) => ({
      account: line.account,
      accountId: numberText(line.account_id),
      kind: line.kind,
      debit: line.debit ?? '',
      credit: line.credit ?? '',
      held: line.held ?? '',
    })),
  }))
}

export type ClosedDay = { readonly day: string; readonly closedAt: string; readonly hash: string }

/** A number as text; empty for null. */
function numberText(number: number | null): string {
  return number === null ? '' : String(number)
}

/** A closed day. */
export function toDay(row: DeskClosingRow): ClosedDay {
  return { day: row.day, closedAt: row.closed_at, hash: row.hash }
}

export type ClosingBalance = {
  readonly currency: string
  readonly account: string
  readonly accountId: string
  readonly opening: string
  readonly moves: readonly { readonly kind: string; readonly amount: string }[]
  readonly closing: string
}

export type Closing = ClosedDay & { readonly lines: readonly ClosingBalance[] }

/** A closed day with its movements. */
export function toClosing(data: DeskClosing): Closing {
  return {
    ...toDay(data),
    lines: data.lines.map((line) => ({
      currency: line.currency,
      account: line.account,
      accountId: numberText(line.account_id),
      opening: line.opening,
      moves: line.moves.map((move) => {
        return { kind: move.kind, amount: move.amount }
      }),
      closing: line.closing,
    })),
  }
}

export type LedgerEntry = {
  readonly seq: string
  readonly createdAt: string
  readonly accountId: string
  readonly account: string
  readonly currency: string
  readonly amount: string
  readonly kind: string
  readonly source: string
  readonly orderId: string
}

export type LedgerPage = {
  readonly entries: readonly LedgerEntry[]
  /** Empty on the last page. */
  readonly next: string
}

/** A page of entries. */
export function toLedgerPage({ datas, next }: DeskLedger): LedgerPage {
  const entries = datas.map((row) => ({
    seq: String(row.seq),
    createdAt: row.created_at,
    accountId: String(row.account_id),
    account: row.account,
    currency: row.currency,
    amount: row.amount,
    kind: row.kind,
    source: row.source,
    orderId: numberText(row.order_id),
  }))
  return { entries, next: next ?? '' }
}

export type Break = {
  readonly check: string
  readonly currency: string
  readonly since: string
  readonly isConfirmed: boolean
  readonly count: number
  readonly samples: readonly {
    readonly of: string
    readonly expected: string
    readonly found: string
  }[]
}

export type Reconciled = {
  readonly currency: string
  readonly users: string
  readonly traders: string
  readonly house: string
  readonly custody: string
  readonly held: string
  readonly outsideHeld: string
  readonly outsideInFlight: string
  readonly outsideOwed: string
  readonly outside: string
  /** Empty unless halted. */
  readonly haltedSince: string
}

export type ReconciliationRun = {
  readonly at: string
  readonly kind: string
  readonly tookMs: string
  readonly breaks: number
}

export type Reconciliation = {
  readonly last: (ReconciliationRun & { readonly seq: string }) | null
  readonly currencies: readonly Reconciled[]
  readonly breaks: readonly Break[]
  readonly runs: readonly ReconciliationRun[]
}

/** A reconciliation. */
export function toReconciliation(data: DeskReconciliation): Reconciliation {
  const { last } = data
  return {
    last: last === null ? null : { ...toReconciliationRun(last), seq: String(last.seq) },
    currencies: data.currencies.map(toReconciled),
    breaks: data.breaks.map(toBreak),
    runs: data.looks.map(toReconciliationRun),
  }
}

function toReconciliationRun({ at, kind, took_ms: tookMs, breaks }: DeskLook): ReconciliationRun {
  return { at, kind, tookMs: String(tookMs), breaks }
}

function toReconciled(row: DeskReconciled): Reconciled {
  return {
    currency: row.currency,
    users: row.users ?? '',
    traders: row.traders ?? '',
    house: row.house ?? '',
    custody: row.custody ?? '',
    held: row.held ?? '',
    outsideHeld: row.outside_held ?? '',
    outsideInFlight: row.outside_in_flight ?? '',
    outsideOwed: row.outside_owed ?? '',
    outside: row.outside,
    haltedSince: row.halted_since ?? '',
  }
}

function toBreak(row: DeskBreak): Break {
  return {
    check: row.check,
    currency: row.currency ?? '',
    since: row.since,
    isConfirmed: row.is_confirmed,
    count: row.count,
    samples: row.samples.map(({ of, expected, found }) => ({
      of,
      expected: expected ?? '',
      found: found ?? '',
    })),
  }
}
