/** Converts statements from wire names. Amounts stay decimal texts with all their decimals. */
import {
  type StatementCause,
  statementKinds,
  type StatementPage,
  type StatementRow,
  type StatementSumsRow,
} from '@tukar/wire'

export type Cause = {
  readonly of: StatementCause
  readonly id: string
}

export type StatementEntry = {
  readonly id: string
  readonly at: string
  readonly symbol: string
  readonly kind: string
  readonly reason: string
  /** Negative for outflows. */
  readonly amount: string
  readonly balance: string
  readonly cause: Cause | null
  /** "BTC_IDR"; empty if it is not a trade. */
  readonly pair: string
}

export type Sums = {
  readonly symbol: string
  readonly opening: string
  readonly incoming: string
  readonly outgoing: string
  readonly closing: string
}

export type Statement = {
  readonly sums: readonly Sums[]
  readonly lines: readonly StatementEntry[]
  readonly total: number
}

export const kinds = statementKinds
export type Kind = (typeof kinds)[number]

function readEntry(row: StatementRow): StatementEntry {
  const { cause: of, cause_id: causeId } = row
  return {
    id: row.id,
    at: row.created_at,
    symbol: row.ccurrency_symbol,
    kind: row.kind,
    reason: row.reason,
    amount: row.amount,
    balance: row.balance,
    cause: of === null || causeId === null ? null : { of, id: String(causeId) },
    pair: row.market_pair ?? '',
  }
}

function readSums({ ccurrency_symbol: symbol, ...sums }: StatementSumsRow): Sums {
  const { opening, incoming, outgoing, closing } = sums
  return { symbol, opening, incoming, outgoing, closing }
}

/** Reads a page of a statement. */
export function readStatement({ currencies, datas, total }: StatementPage): Statement {
  return { sums: currencies.map(readSums), lines: datas.map(readEntry), total }
}
