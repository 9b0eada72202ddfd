/** The console's answers about the books, read without believing them. */
import { isRecord, type JsonRecord, rowsOf, textAt } from '../../api/json.ts'
import { recordAt, recordsAt } from '../wire-reading.ts'

export type AccountLine = {
  readonly account: string
  readonly accountId: string
  readonly kind: string
  /** Empty where it stands on the other side. */
  readonly debit: string
  readonly credit: string
  readonly held: string
}

export type TrialBalance = {
  readonly currency: string
  readonly debit: string
  readonly credit: string
  readonly isBalanced: boolean
  readonly accounts: readonly AccountLine[]
}

/** Every currency with its accounts. */
export function readBooks(body: JsonRecord): readonly TrialBalance[] {
  return recordsAt(recordAt(body, 'data'), 'currencies').map((row) => ({
    currency: textAt(row, 'currency'),
    debit: textAt(row, 'debit'),
    credit: textAt(row, 'credit'),
    isBalanced: row['is_balanced'] === true,
    accounts: recordsAt(row, 'accounts').map((line) => ({
      account: textAt(line, 'account'),
      accountId: textAt(line, 'account_id'),
      kind: textAt(line, 'kind'),
      debit: textAt(line, 'debit'),
      credit: textAt(line, 'credit'),
      held: textAt(line, 'held'),
    })),
  }))
}

export type ClosedDay = { readonly day: string; readonly closedAt: string; readonly hash: string }

/** Closed days, the newest first. */
export function readDays(body: JsonRecord): readonly ClosedDay[] {
  return rowsOf(body).map(dayOf)
}

function dayOf(row: JsonRecord): ClosedDay {
  return { day: textAt(row, 'day'), closedAt: textAt(row, 'closed_at'), hash: textAt(row, 'hash') }
}

export type ClosedLine = {
  readonly currency: string
  readonly account: string
  readonly accountId: string
  readonly opening: string
  readonly moves: readonly { readonly kind: string; readonly amount: string }[]
  readonly closing: string
}

export type Closing = ClosedDay & { readonly lines: readonly ClosedLine[] }

/** A closed day with what moved in it. */
export function readClosing(body: JsonRecord): Closing {
  const data = recordAt(body, 'data')
  return {
    ...dayOf(data),
    lines: recordsAt(data, 'lines').map((line) => ({
      currency: textAt(line, 'currency'),
      account: textAt(line, 'account'),
      accountId: textAt(line, 'account_id'),
      opening: textAt(line, 'opening'),
      moves: recordsAt(line, 'moves').map((move) => {
        return { kind: textAt(move, 'kind'), amount: textAt(move, 'amount') }
      }),
      closing: textAt(line, 'closing'),
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
  /** Empty where nothing follows. */
  readonly next: string
}

/** A page of entries. */
export function readLedger(body: JsonRecord): LedgerPage {
  const entries = rowsOf(body).map((row) => ({
    seq: textAt(row, 'seq'),
    createdAt: textAt(row, 'created_at'),
    accountId: textAt(row, 'account_id'),
    account: textAt(row, 'account'),
    currency: textAt(row, 'currency'),
    amount: textAt(row, 'amount'),
    kind: textAt(row, 'kind'),
    source: textAt(row, 'source'),
    orderId: textAt(row, 'order_id'),
  }))
  return { entries, next: textAt(recordAt(body, 'data'), 'next') }
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
  /** Empty where it is not stopped. */
  readonly haltedSince: string
}

export type Look = {
  readonly at: string
  readonly kind: string
  readonly tookMs: string
  readonly breaks: number
}

export type Reconciliation = {
  readonly last: (Look & { readonly seq: string }) | null
  readonly currencies: readonly Reconciled[]
  readonly breaks: readonly Break[]
  readonly looks: readonly Look[]
}

/** What was held against what. */
export function readReconciliation(body: JsonRecord): Reconciliation {
  const data = recordAt(body, 'data')
  const last = data['last']
  return {
    last: isRecord(last) ? { ...lookOf(last), seq: textAt(last, 'seq') } : null,
    currencies: recordsAt(data, 'currencies').map(reconciledOf),
    breaks: recordsAt(data, 'breaks').map(breakOf),
    looks: recordsAt(data, 'looks').map(lookOf),
  }
}

function lookOf(row: JsonRecord): Look {
  return {
    at: textAt(row, 'at'),
    kind: textAt(row, 'kind'),
    tookMs: textAt(row, 'took_ms'),
    breaks: Number(textAt(row, 'breaks')) || 0,
  }
}

function reconciledOf(row: JsonRecord): Reconciled {
  return {
    currency: textAt(row, 'currency'),
    users: textAt(row, 'users'),
    traders: textAt(row, 'traders'),
    house: textAt(row, 'house'),
    custody: textAt(row, 'custody'),
    held: textAt(row, 'held'),
    outsideHeld: textAt(row, 'outside_held'),
    outsideInFlight: textAt(row, 'outside_in_flight'),
    outsideOwed: textAt(row, 'outside_owed'),
    outside: textAt(row, 'outside'),
    haltedSince: textAt(row, 'halted_since'),
  }
}

function breakOf(row: JsonRecord): Break {
  return {
    check: textAt(row, 'check'),
    currency: textAt(row, 'currency'),
    since: textAt(row, 'since'),
    isConfirmed: row['is_confirmed'] === true,
    count: Number(textAt(row, 'count')) || 0,
    samples: recordsAt(row, 'samples').map((sample) => ({
      of: textAt(sample, 'of'),
      expected: textAt(sample, 'expected'),
      found: textAt(sample, 'found'),
    })),
  }
}
