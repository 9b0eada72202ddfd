/**
 * The books at the operator console: chart of accounts, every entry of the ledger, days that are closed,
 * and what is held against what. Amounts are decimal texts of their currency, times are ISO texts; days are
 * those of Jakarta.
 */
import * as z from 'zod/mini'
import type { CsvCell } from './csv.ts'
import { deskPage } from './desk.ts'
import { jakartaTime } from './export.ts'
import { Decimal, many, pageOf, Time } from './answers/shapes.ts'

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
export const DeskAccountRow = z.strictObject({
  /** `fees`, `bank`, `users`… or `account_12` of one that has no name. */
  account: z.string(),
  account_id: z.nullable(z.int()),
  kind: z.enum(bookAccountKinds),
  debit: z.nullable(Decimal),
  credit: z.nullable(Decimal),
  /** Of the balance, held for orders and withdrawals; null of a closed day. */
  held: z.nullable(Decimal),
})
export type DeskAccountRow = z.infer<typeof DeskAccountRow>

export const DeskTrialBalance = z.strictObject({
  currency: z.string(),
  debit: Decimal,
  credit: Decimal,
  is_balanced: z.boolean(),
  accounts: many(DeskAccountRow),
})
export type DeskTrialBalance = z.infer<typeof DeskTrialBalance>

export const DeskBooks = z.strictObject({
  /** The day that it is as of; null: now. */
  day: z.nullable(z.string()),
  at: Time,
  currencies: many(DeskTrialBalance),
})
export type DeskBooks = z.infer<typeof DeskBooks>

export const DeskClosingRow = z.strictObject({
  day: z.string(),
  closed_at: Time,
  /** Hexadecimal. */
  hash: z.string(),
})
export type DeskClosingRow = z.infer<typeof DeskClosingRow>

export const DeskClosings = pageOf(DeskClosingRow)
export type DeskClosings = z.infer<typeof DeskClosings>

/** What moved on a line within a day. */
export const DeskClosedLine = z.strictObject({
  currency: z.string(),
  account: z.string(),
  account_id: z.nullable(z.int()),
  kind: z.enum(bookAccountKinds),
  opening: Decimal,
  moves: many(
    z.strictObject({
      kind: z.string(),
      amount: Decimal,
    }),
  ),
  closing: Decimal,
})
export type DeskClosedLine = z.infer<typeof DeskClosedLine>

export const DeskClosing = z.extend(DeskClosingRow, {
  lines: many(DeskClosedLine),
})
export type DeskClosing = z.infer<typeof DeskClosing>

/** An entry: what one account gained or lost. */
export const DeskLedgerRow = z.strictObject({
  seq: z.int(),
  created_at: Time,
  account_id: z.int(),
  account: z.string(),
  currency: z.string(),
  /** Below zero: it went out. */
  amount: Decimal,
  kind: z.string(),
  source: z.string(),
  /** Of a trade: the own order. */
  order_id: z.nullable(z.int()),
})
export type DeskLedgerRow = z.infer<typeof DeskLedgerRow>

export const DeskLedger = z.strictObject({
  datas: many(DeskLedgerRow),
  /** What `before` takes for the next page; null where nothing follows. */
  next: z.nullable(z.string()),
})
export type DeskLedger = z.infer<typeof DeskLedger>

export const DeskBreak = z.strictObject({
  check: z.string(),
  currency: z.nullable(z.string()),
  since: Time,
  /** False: it may still be on its way. */
  is_confirmed: z.boolean(),
  count: z.int(),
  samples: many(
    z.strictObject({
      of: z.string(),
      expected: z.nullable(z.string()),
      found: z.nullable(z.string()),
    }),
  ),
})
export type DeskBreak = z.infer<typeof DeskBreak>

export const DeskReconciled = z.strictObject({
  currency: z.string(),
  /** Not known before the first look. */
  users: z.nullable(Decimal),
  traders: z.nullable(Decimal),
  house: z.nullable(Decimal),
  custody: z.nullable(Decimal),
  held: z.nullable(Decimal),
  /** Of the chains, or of the bank gateway for rupiah: what it holds, what leaves, what it has to hold. */
  outside_held: z.nullable(Decimal),
  outside_in_flight: z.nullable(Decimal),
  outside_owed: z.nullable(Decimal),
  outside: z.enum(['whole', 'gap', 'stale', 'none']),
  /** Since when it is stopped; null where it is not. */
  halted_since: z.nullable(Time),
})
export type DeskReconciled = z.infer<typeof DeskReconciled>

export const DeskLook = z.strictObject({
  at: Time,
  kind: z.enum(['minute', 'full']),
  took_ms: z.int(),
  breaks: z.int(),
})
export type DeskLook = z.infer<typeof DeskLook>

export const DeskReconciliation = z.strictObject({
  /** Null before the first look. */
  last: z.nullable(
    z.extend(DeskLook, {
      seq: z.int(),
      journal_behind: z.int(),
    }),
  ),
  currencies: many(DeskReconciled),
  breaks: many(DeskBreak),
  looks: many(DeskLook),
})
export type DeskReconciliation = z.infer<typeof DeskReconciliation>

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
