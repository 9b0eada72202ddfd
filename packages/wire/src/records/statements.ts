/**
 * The user's statements: every change of a balance with its cause, and the opening and closing balance of
 * each currency. A hold changes no balance, so it is not a line.
 */
import type { StatementRow, StatementSumsRow } from '../answers/records.ts'
import { formatUnits } from '@tukar/money'
import * as z from 'zod/mini'
import type { CsvCell } from '../csv.ts'
import { jakartaTime } from '../trading/export.ts'

/** The kinds of lines, for the filter. */
export const statementKinds = [
  'deposit',
  'withdrawal',
  'trade',
  'fee',
  'bourse',
  'tax',
  'bonus',
  'adjustment',
] as const
export type StatementKind = (typeof statementKinds)[number]

/** The cases that lines link to, by number. */
export const statementCauses = [
  'order',
  'deposit',
  'withdrawal',
  'chain_deposit',
  'chain_withdrawal',
] as const
export type StatementCause = (typeof statementCauses)[number]

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))
const count = z.string().check(z.regex(/^[1-9]\d{0,5}$/))

/** Dates in Jakarta, both included; missing: the month so far. */
const period = {
  from: z.optional(day),
  to: z.optional(day),
  currency: z.optional(z.string().check(z.minLength(1), z.maxLength(20))),
  kind: z.optional(z.enum(statementKinds)),
}

/** A page of the lines, newest first. */
export const StatementQuery = z.object({
  ...period,
  page: z.optional(count),
  rows: z.optional(count),
})

/** A complete statement as a file, oldest first. */
export const StatementFileQuery = z.object(period)

/** A change of a balance; amounts in units, `balance` is the one after it. */
export type StatementLine = {
  /** The same key in every answer. */
  readonly key: string
  readonly timeMs: number
  readonly symbol: string
  readonly decimals: number
  readonly kind: StatementKind
  /** The ledger's reason: `deposit_reversed`, `income_tax`. */
  readonly reason: string
  readonly amount: number
  readonly balance: number
  readonly cause: { readonly of: StatementCause; readonly id: number } | null
  /** The market of a trade and of its charges, as BASE_QUOTE. */
  readonly pair: string | null
}

/** A line as its row of the wire. */
export function statementRow(line: StatementLine): StatementRow {
  const { key, timeMs, symbol, decimals, kind, reason, amount, balance, cause, pair } = line
  return {
    id: key,
    created_at: new Date(timeMs).toISOString(),
    ccurrency_symbol: symbol,
    kind,
    reason,
    amount: formatUnits(amount, decimals),
    balance: formatUnits(balance, decimals),
    cause: cause?.of ?? null,
    cause_id: cause?.id ?? null,
    market_pair: pair,
  }
}

/** The sums of a currency over the period of a statement, in units. */
export type StatementSums = {
  readonly symbol: string
  readonly decimals: number
  readonly opening: number
  readonly closing: number
  /** Sums of credits and debits, both non-negative. */
  readonly moved: { readonly incoming: number; readonly outgoing: number }
  readonly byKind: readonly { readonly kind: StatementKind; readonly amount: number }[]
}

/** A currency's sums as their row of the wire. */
export function statementSumsRow(sums: StatementSums): StatementSumsRow {
  const { symbol, decimals, opening, closing, moved, byKind } = sums
  const text = (units: number) => formatUnits(units, decimals)
  return {
    ccurrency_symbol: symbol,
    opening: text(opening),
    incoming: text(moved.incoming),
    outgoing: text(moved.outgoing),
    closing: text(closing),
    by_kind: byKind.map(({ kind, amount }) => ({ kind, amount: text(amount) })),
  }
}

/** The head of a statement's file. */
export const statementColumns = [
  'id',
  'created_at',
  'created_at_wib',
  'currency',
  'kind',
  'reason',
  // Two columns, as banks have them: the protection against formulas makes a figure with a sign a text.
  'amount_in',
  'amount_out',
  'balance',
  'cause',
  'cause_id',
  'market_pair',
] as const

/** A line as cells of a file, in the order of `statementColumns`. */
export function statementCells(line: StatementLine): readonly CsvCell[] {
  const row = statementRow(line)
  return [
    row.id,
    row.created_at,
    jakartaTime(line.timeMs),
    row.ccurrency_symbol,
    row.kind,
    row.reason,
    line.amount > 0 ? { figure: row.amount } : '',
    line.amount < 0 ? { figure: formatUnits(-line.amount, line.decimals) } : '',
    { figure: row.balance },
    row.cause ?? '',
    row.cause_id === null ? '' : { figure: String(row.cause_id) },
    row.market_pair ?? '',
  ]
}
