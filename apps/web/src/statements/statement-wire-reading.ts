/** Reads statements: wire names stop here. Amounts stay decimal strings with all their decimals. */
import { statementCauses, statementKinds } from '@tukar/wire'
import { isRecord, type JsonRecord, rowsOf, textAt } from '../api/json.ts'

export type Cause = {
  readonly of: (typeof statementCauses)[number]
  readonly id: string
}

export type Line = {
  readonly id: string
  readonly at: string
  readonly symbol: string
  readonly kind: string
  readonly reason: string
  /** With a minus where it went out. */
  readonly amount: string
  readonly balance: string
  readonly cause: Cause | null
  /** "BTC_IDR"; empty for what is no trade. */
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
  readonly lines: readonly Line[]
  readonly total: number
}

export const kinds = statementKinds
export type Kind = (typeof kinds)[number]

function readLine(row: JsonRecord): Line {
  const of = statementCauses.find((cause) => cause === textAt(row, 'cause'))
  const causeId = textAt(row, 'cause_id')
  return {
    id: textAt(row, 'id'),
    at: textAt(row, 'created_at'),
    symbol: textAt(row, 'ccurrency_symbol'),
    kind: textAt(row, 'kind'),
    reason: textAt(row, 'reason'),
    amount: textAt(row, 'amount'),
    balance: textAt(row, 'balance'),
    cause: of === undefined || causeId === '' ? null : { of, id: causeId },
    pair: textAt(row, 'market_pair'),
  }
}

function readSums(row: JsonRecord): Sums {
  return {
    symbol: textAt(row, 'ccurrency_symbol'),
    opening: textAt(row, 'opening'),
    incoming: textAt(row, 'incoming'),
    outgoing: textAt(row, 'outgoing'),
    closing: textAt(row, 'closing'),
  }
}

/** Reads a page of a statement. */
export function readStatement(body: JsonRecord): Statement {
  const data = isRecord(body['data']) ? body['data'] : {}
  const currencies = Array.isArray(data['currencies']) ? data['currencies'] : []
  return {
    sums: currencies.filter(isRecord).map(readSums),
    lines: rowsOf(body).map(readLine),
    total: Number(textAt(data, 'total')),
  }
}
