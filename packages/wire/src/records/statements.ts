/**
 * Statements of the own account: every change of a balance with its cause, and what each currency began
 * and ended with. A hold changes no balance, it only sets money aside, so that it is no line.
 */
import type { StatementRow, StatementSumsRow } from '../answers/records.ts'
import { formatUnits } from '@tukar/money'
import * as z from 'zod/mini'
import type { CsvCell } from '../csv.ts'
import { jakartaTime } from '../trading/export.ts'

/** What a line is, as it is filtered by. */
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

/** What a line leads to; its number is that of the case. */
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

/** Days of Jakarta's calendar, both of them included; left out: the month so far. */
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

/** A whole statement as a file, oldest first. */
export const StatementFileQuery = z.object(period)

/** A change of a balance; amounts in units, `balance` is what there was of the currency after it. */
export type StatementLine = {
  /** The same in every answer. */
  readonly key: string
  readonly timeMs: number
  readonly symbol: string
  readonly decimals: number
  readonly kind: StatementKind
  /** What exactly, as the ledger says it: `deposit_reversed`, `income_tax`. */
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

/** A currency over the time of a statement, in units. */
export type StatementSums = {
  readonly symbol: string
  readonly decimals: number
  readonly opening: number
  readonly closing: number
  /** What came in and what went out, both at or above zero. */
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
  // Apart, as banks write them: a figure with a sign is text to the guard against formulas.
  'amount_in',
  'amount_out',
  'balance',
  'cause',
  'cause_id',
  'market_pair',
] as const

/** A line as the cells of a file, in the order of `statementColumns`. */
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
