/** Reads one account's entries: their sums, a page, or a period. */
import type { StatementKind } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import type { Span } from '../../platform/time/span.ts'
import { entries } from './entries.ts'

/** Later than any time of an entry. */
const foreverMs = Number.MAX_SAFE_INTEGER

/** The sum of a currency by kind, in units. */
type KindSum = {
  readonly kind: StatementKind
  /** The sum of the period, and its incoming part. */
  readonly amount: number
  readonly incoming: number
  readonly lines: number
  /** The sum of all later entries. */
  readonly later: number
}

export type StatementCurrencySums = {
  readonly currencyId: number
  /** The current balance in all buckets, in units. */
  readonly balance: number
  readonly kinds: readonly KindSum[]
}

export type Sums = {
  /** The last command in the tables: lines are read as of it, whatever is added meanwhile. */
  readonly asOf: number
  readonly currencies: readonly StatementCurrencySums[]
}

const sumsText = `
  with ${entries}, summed as (
    select currency_id, kind, sum(amount) filter (where time_ms < $5) as amount,
      sum(amount) filter (where time_ms < $5 and amount > 0) as incoming,
      count(*) filter (where time_ms < $5) as lines,
      sum(amount) filter (where time_ms >= $5) as later
    from entry group by currency_id, kind
  )
  select w.seq as "asOf", b.currency_id as "currencyId",
    b.available + b.held + b.claim as balance, s.kind,
    coalesce(s.amount, 0)::bigint as amount, coalesce(s.incoming, 0)::bigint as incoming,
    coalesce(s.lines, 0) as lines,
    coalesce(s.later, 0)::bigint as later
  from exchange.watermark w
  left join exchange.balance b on b.account_id = $1
  left join summed s on s.currency_id = b.currency_id
  order by b.currency_id, s.kind`

type SumRow = Omit<KindSum, 'kind'> & {
  readonly asOf: number
  readonly currencyId: number | null
  readonly balance: number
  readonly kind: StatementKind | null
}

/** The balances of an account and their entries, from one snapshot of the tables. */
export async function readSums(
  database: Database,
  accountId: number,
  { fromMs, toMs }: Span,
): Promise<Sums> {
  const values = [accountId, fromMs, foreverMs, foreverMs, toMs]
  const { rows } = await database.query<SumRow>(sumsText, values)
  const kindsOf = (wanted: number) =>
    rows.flatMap(({ currencyId, kind, amount, incoming, lines, later }): readonly KindSum[] =>
      currencyId === wanted && kind !== null ? [{ kind, amount, incoming, lines, later }] : [],
    )
  const balances = new Map(
    rows.flatMap(({ currencyId, balance }) => (currencyId === null ? [] : [[currencyId, balance]])),
  )
  return {
    asOf: rows[0]?.asOf ?? 0,
    currencies: [...balances].map(([currencyId, balance]) => ({
      currencyId,
      balance,
      kinds: kindsOf(currencyId),
    })),
  }
}

/** A stored line; `moved` is the running sum of its currency from the start of the period. */
export type EntryRecord = {
  readonly key: string
  readonly timeMs: number
  readonly currencyId: number
  readonly kind: StatementKind
  readonly reason: string
  readonly source: string
  readonly pair: string | null
  readonly amount: number
  readonly moved: number
}

export type EntriesQuery = Span & {
  readonly accountId: number
  readonly asOf: number
  /** Null for all. */
  readonly currencyId: number | null
  readonly kind: StatementKind | null
}

const linesText = (order: 'asc' | 'desc') => `
  with ${entries}, moved as (
    select *, sum(amount) over (partition by currency_id order by seq, rank, no, part) as moved
    from entry where $5::int is null or currency_id = $5
  )
  select concat_ws('-', seq, rank, no, part) as key, time_ms as "timeMs",
    currency_id as "currencyId", kind, reason, source, pair, amount, moved::bigint as moved
  from moved where $6::text is null or kind = $6
  order by seq ${order}, rank ${order}, no ${order}, part ${order}`

export const pageText = `${linesText('desc')} limit $7 offset $8`
const stretchText = linesText('asc')

const valuesOf = ({ accountId, fromMs, toMs, asOf, currencyId, kind }: EntriesQuery) => [
  accountId,
  fromMs,
  toMs,
  asOf,
  currencyId,
  kind,
]

/** A page of lines, newest first. */
export async function readPage(
  database: Database,
  query: EntriesQuery,
  { page, rows }: { readonly page: number; readonly rows: number },
): Promise<readonly EntryRecord[]> {
  const values = [...valuesOf(query), rows, (page - 1) * rows]
  return (await database.query<EntryRecord>(pageText, values)).rows
}

/** All lines of a period, oldest first. */
export async function readStretch(
  database: Database,
  query: EntriesQuery,
): Promise<readonly EntryRecord[]> {
  return (await database.query<EntryRecord>(stretchText, valuesOf(query))).rows
}
