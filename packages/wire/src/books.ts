/**
 * The books at the operator console: chart of accounts, every entry of the ledger, days that are closed,
 * and what is held against what. Amounts are decimal texts of their currency, times are ISO texts; days are
 * those of Jakarta.
 */
import * as z from 'zod/mini'
import type { CsvCell } from './csv.ts'
import { deskPage } from './desk.ts'
import { jakartaTime } from './export.ts'

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))
const word = z.string().check(z.regex(/^[a-z0-9_]{1,60}$/))
const number = z.string().check(z.regex(/^\d{1,15}$/))

/** The chart of accounts as it is now, or as a day closed. */
export const DeskBooksQuery = z.object({ day: z.optional(day) })

export const DeskClosingsQuery = z.object({ page: deskPage })

/** One closed day with what moved in it. */
export const DeskClosingQuery = z.object({ day })

const ledgerFilter = {
  currency: z.optional(z.string().check(z.regex(/^[A-Z0-9]{1,15}$/))),
  /** The reason of a transfer, or `trade`, `fee`, `bourse`, `vat`, `income_tax`. */
  kind: z.optional(word),
  /** What it comes from: `deposit:7`, `trade:BTC_IDR:12`. */
  source: z.optional(z.string().check(z.regex(/^[\w:.-]{1,100}$/))),
  /** Days of Jakarta, both of them included. */
  from: z.optional(day),
  to: z.optional(day),
  /** One command, with all its entries. */
  seq: z.optional(number),
  /** Its size, without a sign; it needs a currency. */
  amount: z.optional(z.string().check(z.regex(/^\d{1,20}(?:\.\d{1,18})?$/))),
  /** Where the page before ended. */
  before: z.optional(z.string().check(z.regex(/^\d{1,15}\.\d{1,15}\.\d{1,15}$/))),
}

/** Entries of one person. */
export const DeskPersonLedgerQuery = z.object(ledgerFilter)
export const DeskLedgerQuery = z.object({ ...ledgerFilter, account: z.optional(number) })

/** Looks at the books now; full: the whole ledger from its first entry. */
export const LookAtBooks = z.object({ kind: z.optional(z.enum(['minute', 'full'])) })

/** The change `currency.resume`: lets a currency go on that was stopped. */
export const ResumeCurrencyInput = z.strictObject({
  currency: z.string().check(z.regex(/^[A-Z0-9]{1,15}$/)),
})

export const bookAccountKinds = ['custody', 'house', 'traders', 'users'] as const
export type BookAccountKind = (typeof bookAccountKinds)[number]

/** A line of the chart of accounts. What the house owes is credit, what it is owed is debit. */
export type DeskAccountRow = {
  /** `fees`, `bank`, `users`… or `account_12` of one that has no name. */
  readonly account: string
  readonly account_id: number | null
  readonly kind: BookAccountKind
  readonly debit: string | null
  readonly credit: string | null
  /** Of the balance, held for orders and withdrawals; null of a closed day. */
  readonly held: string | null
}

export type DeskTrialBalance = {
  readonly currency: string
  readonly debit: string
  readonly credit: string
  readonly is_balanced: boolean
  readonly accounts: readonly DeskAccountRow[]
}

export type DeskBooks = {
  /** The day that it is as of; null: now. */
  readonly day: string | null
  readonly at: string
  readonly currencies: readonly DeskTrialBalance[]
}

export type DeskClosingRow = {
  readonly day: string
  readonly closed_at: string
  /** Hexadecimal. */
  readonly hash: string
}

export type DeskClosings = {
  readonly datas: readonly DeskClosingRow[]
  readonly total: number
  readonly page: number
  readonly rows: number
}

/** What moved on a line within a day. */
export type DeskClosedLine = {
  readonly currency: string
  readonly account: string
  readonly account_id: number | null
  readonly kind: BookAccountKind
  readonly opening: string
  readonly moves: readonly { readonly kind: string; readonly amount: string }[]
  readonly closing: string
}

export type DeskClosing = DeskClosingRow & { readonly lines: readonly DeskClosedLine[] }

/** An entry: what one account gained or lost. */
export type DeskLedgerRow = {
  readonly seq: number
  readonly created_at: string
  readonly account_id: number
  readonly account: string
  readonly currency: string
  /** Below zero: it went out. */
  readonly amount: string
  readonly kind: string
  readonly source: string
  /** Of a trade: the own order. */
  readonly order_id: number | null
}

export type DeskLedger = {
  readonly datas: readonly DeskLedgerRow[]
  /** What `before` takes for the next page; null where nothing follows. */
  readonly next: string | null
}

export type DeskBreak = {
  readonly check: string
  readonly currency: string | null
  readonly since: string
  /** False: it may still be on its way. */
  readonly is_confirmed: boolean
  readonly count: number
  readonly samples: readonly {
    readonly of: string
    readonly expected: string | null
    readonly found: string | null
  }[]
}

export type DeskReconciled = {
  readonly currency: string
  /** Not known before the first look. */
  readonly users: string | null
  readonly traders: string | null
  readonly house: string | null
  readonly custody: string | null
  readonly held: string | null
  /** Of the chains, or of the bank gateway for rupiah: what it holds, what leaves, what it has to hold. */
  readonly outside_held: string | null
  readonly outside_in_flight: string | null
  readonly outside_owed: string | null
  readonly outside: 'whole' | 'gap' | 'stale' | 'none'
  /** Since when it is stopped; null where it is not. */
  readonly halted_since: string | null
}

export type DeskLook = {
  readonly at: string
  readonly kind: 'minute' | 'full'
  readonly took_ms: number
  readonly breaks: number
}

export type DeskReconciliation = {
  /** Null before the first look. */
  readonly last: (DeskLook & { readonly seq: number; readonly journal_behind: number }) | null
  readonly currencies: readonly DeskReconciled[]
  readonly breaks: readonly DeskBreak[]
  readonly looks: readonly DeskLook[]
}

/** A figure, or nothing where it is not known. */
const figure = (text: string | null): CsvCell => (text === null ? '' : { figure: text })
/** A signed figure in two columns: spreadsheets take a sign at the begin for a formula. */
const signed = (text: string): readonly CsvCell[] =>
  text.startsWith('-') ? ['', { figure: text.slice(1) }] : [{ figure: text }, '']

export const exportedBookColumns = [
  'currency',
  'account',
  'account_id',
  'kind',
  'debit',
  'credit',
  'held',
] as const

/** A line of the chart of accounts. */
export function exportedBookCells(currency: string, row: DeskAccountRow): readonly CsvCell[] {
  const { account, account_id: id, kind, debit, credit, held } = row
  return [currency, account, String(id ?? ''), kind, figure(debit), figure(credit), figure(held)]
}

export const exportedLedgerColumns = [
  'seq',
  'created_at',
  'created_at_wib',
  'account_id',
  'account',
  'currency',
  'amount_in',
  'amount_out',
  'kind',
  'source',
  'order_id',
] as const

/** An entry. */
export function exportedLedgerCells(row: DeskLedgerRow): readonly CsvCell[] {
  return [
    String(row.seq),
    row.created_at,
    jakartaTime(Date.parse(row.created_at)),
    String(row.account_id),
    row.account,
    row.currency,
    ...signed(row.amount),
    row.kind,
    row.source,
    String(row.order_id ?? ''),
  ]
}

export const exportedClosingColumns = [
  'day',
  'currency',
  'account',
  'account_id',
  'line',
  'amount_in',
  'amount_out',
] as const

/** The lines of a closed day: opening, each movement, closing. */
export function* exportedClosingCells(
  day: string,
  line: DeskClosedLine,
): Generator<readonly CsvCell[]> {
  const head = [day, line.currency, line.account, String(line.account_id ?? '')]
  yield [...head, 'opening', ...signed(line.opening)]
  for (const { kind, amount } of line.moves) yield [...head, kind, ...signed(amount)]
  yield [...head, 'closing', ...signed(line.closing)]
}

const reconciledFigures = [
  'users',
  'traders',
  'house',
  'custody',
  'held',
  'outside_held',
  'outside_in_flight',
  'outside_owed',
] as const

export const exportedReconciliationColumns = [
  'currency',
  ...reconciledFigures.flatMap((name) => (name === 'custody' ? ['custody_owes'] : [name])),
  'outside',
  'halted_since',
] as const

/** The figures of a currency; custody without its sign, for it is never above zero. */
export function exportedReconciliationCells(row: DeskReconciled): readonly CsvCell[] {
  const cells = reconciledFigures.map((name) =>
    figure(name === 'custody' ? (row.custody?.replace(/^-/, '') ?? null) : row[name]),
  )
  return [row.currency, ...cells, row.outside, row.halted_since ?? '']
}
