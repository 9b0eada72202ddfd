/**
 * The ledger at the console: chart of accounts, ledger entries, closed days, and reconciliation. Amounts are
 * decimal texts of their currency, times are ISO texts, and days are Jakarta's.
 */
import * as z from 'zod/mini'
import type { CsvCell } from '../csv.ts'
import { deskPage } from './desk.ts'
import { jakartaTime } from '../trading/export.ts'
import type {
  DeskAccountRow,
  DeskClosedLine,
  DeskLedgerRow,
  DeskReconciled,
} from '../answers/desk-money.ts'

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))
const word = z.string().check(z.regex(/^[a-z0-9_]{1,60}$/))
const number = z.string().check(z.regex(/^\d{1,15}$/))

/** The chart of accounts: the current one, or that of a closed day. */
export const DeskBooksQuery = z.object({ day: z.optional(day) })

export const DeskClosingsQuery = z.object({ page: deskPage })

/** One closed day with its movements. */
export const DeskClosingQuery = z.object({ day })

const ledgerFilter = {
  currency: z.optional(z.string().check(z.regex(/^[A-Z0-9]{1,15}$/))),
  /** The reason of a transfer, or `trade`, `fee`, `bourse`, `vat`, `income_tax`. */
  kind: z.optional(word),
  /** The source: `deposit:7`, `trade:BTC_IDR:12`. */
  source: z.optional(z.string().check(z.regex(/^[\w:.-]{1,100}$/))),
  /** Days in Jakarta, both included. */
  from: z.optional(day),
  to: z.optional(day),
  /** One command, with all its entries. */
  seq: z.optional(number),
  /** The absolute amount; it needs a currency. */
  amount: z.optional(z.string().check(z.regex(/^\d{1,20}(?:\.\d{1,18})?$/))),
  /** The position after the previous page. */
  before: z.optional(z.string().check(z.regex(/^\d{1,15}\.\d{1,15}\.\d{1,15}$/))),
}

/** The entries of one user. */
export const DeskPersonLedgerQuery = z.object(ledgerFilter)
export const DeskLedgerQuery = z.object({ ...ledgerFilter, account: z.optional(number) })

/** Starts a reconciliation; full: over the whole ledger from its first entry. */
export const LookAtBooks = z.object({ kind: z.optional(z.enum(['minute', 'full'])) })

/** The change `currency.resume`: resumes a halted currency. */
export const ResumeCurrencyInput = z.strictObject({
  currency: z.string().check(z.regex(/^[A-Z0-9]{1,15}$/)),
})

export const bookAccountKinds = ['custody', 'house', 'traders', 'users'] as const
export type BookAccountKind = (typeof bookAccountKinds)[number]

/** A figure, or an empty text if it is unknown. */
const figure = (text: string | null): CsvCell => (text === null ? '' : { figure: text })
/** A signed figure in two columns: spreadsheets take a leading sign for a formula. */
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

/** A ledger entry. */
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

/** The lines of a closed day: opening balance, each movement, closing balance. */
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

/** The figures of a currency; custody without its sign, because it is never positive. */
export function exportedReconciliationCells(row: DeskReconciled): readonly CsvCell[] {
  const cells = reconciledFigures.map((name) =>
    figure(name === 'custody' ? (row.custody?.replace(/^-/, '') ?? null) : row[name]),
  )
  return [row.currency, ...cells, row.outside, row.halted_since ?? '']
}
