/**
 * Rows of the ledger, newest first, in bounded windows along an index. Transfers are read by number, account
 * or source. Trades are read by the time of their market, or by a bounded number of a user's orders.
 */
import { chargeKinds, firstMarketMakerId, firstUserId } from '@tukar/core'
import type { Connection } from './range.ts'
import type { EntryFilter, LedgerPosition, TradeRow, TransferRow } from './ledger-entries.ts'
import { readOrdersStep } from './person-orders.ts'

/** Rows of each kind that are read in one window. */
export const windowRows = 400

export type LedgerQuery = EntryFilter & {
  readonly source?: string
  readonly seq?: number
  /** From the first moment (inclusive) to the last (exclusive), in milliseconds since 1970. */
  readonly fromMs: number
  readonly untilMs: number
}

/** The position before all rows. */
export const newest: LedgerPosition = {
  seq: Number.MAX_SAFE_INTEGER,
  no: 2_147_483_647,
  timeMs: Number.MAX_SAFE_INTEGER,
}

const transferColumns = `seq, no, time_ms as "timeMs", currency_id as "currencyId", amount,
  from_account_id as "fromAccountId", to_account_id as "toAccountId", reason, source`

/** The next transfers before a position. */
export async function readTransfers(
  connection: Connection,
  query: LedgerQuery,
  before: LedgerPosition,
): Promise<readonly TransferRow[]> {
  const sides = ['from_account_id', 'to_account_id']
  const isOfAccount = query.accountId !== undefined
  // Each side has its own index; a transfer to the same account changes nothing and is skipped.
  const branches = (isOfAccount ? sides : ['']).map(
    (side) => `(select * from exchange.transfer
      where (seq, no) < ($1::bigint, $2::int) and time_ms >= $3 and time_ms < $4
        and from_account_id <> to_account_id
        ${side === '' ? '' : `and ${side} = $5`}
        and ($5::bigint is null or $5 in (from_account_id, to_account_id))
        and ($6::int is null or currency_id = $6) and ($7::text is null or reason = $7)
        ${query.source === undefined ? 'and $8::text is null' : 'and source = $8'}
        ${query.seq === undefined ? 'and $9::bigint is null' : 'and seq = $9'}
        and ($10::bigint is null or amount = $10)
      order by seq desc, no desc limit ${windowRows})`,
  )
  const found = await connection.query<TransferRow>(
    `select ${transferColumns} from (${branches.join(' union ')}) found
     order by seq desc, no desc limit ${windowRows}`,
    [
      before.seq,
      before.no,
      query.fromMs,
      Math.min(query.untilMs, before.timeMs + 1),
      query.accountId ?? null,
      query.currencyId ?? null,
      query.kind ?? null,
      query.source ?? null,
      query.seq ?? null,
      query.amount ?? null,
    ],
  )
  return found.rows
}

const tradeColumns = `t.seq, t.no, t.time_ms as "timeMs", m.symbol, m.base_id as "baseId",
  m.quote_id as "quoteId", t.quantity, t.quote, t.taker_side as "takerSide",
  t.maker_order_id as "makerOrderId", t.taker_order_id as "takerOrderId",
  t.maker_account_id as "makerAccountId", t.taker_account_id as "takerAccountId", t.charges`

type TradeRecord = Omit<TradeRow, 'charges'> & { readonly charges: readonly string[] }

/** The trade that a source names: `trade:BTC_IDR:12`. */
const tradeSource = /^trade:([A-Z0-9]+_[A-Z0-9]+):(\d{1,15})$/

/** A window of trades before a position: complete from a moment on. */
export type TradeWindow = {
  readonly rows: readonly TradeRow[]
  /** That moment, in milliseconds since 1970; null if the search reached the start. */
  readonly fromMs: number | null
}

/** The next trades before a position. */
export async function readTrades(
  connection: Connection,
  query: LedgerQuery,
  before: LedgerPosition,
): Promise<TradeWindow> {
  const named = tradeSource.exec(query.source ?? '')
  const isOfNone = query.source !== undefined && named === null
  if (isOfNone || !hasTrades(query.accountId)) return { rows: [], fromMs: null }
  const within = { ...query, ...(await timesOf(connection, query)) }
  return tradesWithin(connection, within, before, named)
}

/** Of the accounts below the market makers, only the first ones receive charges. */
function hasTrades(accountId = firstUserId): boolean {
  return accountId <= chargeKinds.length || accountId >= firstMarketMakerId
}

/** The time of a command, because trades are found by time, not by command. */
async function timesOf(
  connection: Connection,
  { seq, fromMs, untilMs }: LedgerQuery,
): Promise<Pick<LedgerQuery, 'fromMs' | 'untilMs'>> {
  if (seq === undefined) return { fromMs, untilMs }
  const found = await connection.query<{ timeMs: number }>(
    `select time_ms as "timeMs" from exchange.journal where last_seq >= $1
     order by last_seq limit 1`,
    [seq],
  )
  const timeMs = found.rows[0]?.timeMs ?? 0
  return { fromMs: Math.max(fromMs, timeMs), untilMs: Math.min(untilMs, timeMs + 1) }
}

async function tradesWithin(
  connection: Connection,
  query: LedgerQuery,
  before: LedgerPosition,
  named: RegExpExecArray | null,
): Promise<TradeWindow> {
  const { accountId, currencyId = null } = query
  const untilMs = Math.min(query.untilMs, before.timeMs + 1)
  const isOfPerson = named === null && accountId !== undefined && accountId >= firstUserId
  const step = isOfPerson
    ? await readOrdersStep(connection, { ...query, accountId, currencyId, untilMs })
    : null
  const values: unknown[] = [
    before.seq,
    before.no,
    step?.fromMs ?? query.fromMs,
    untilMs,
    query.seq ?? null,
    currencyId,
  ]
  const within = `(t.seq, t.no) < ($1::bigint, $2::bigint) and t.time_ms >= $3 and t.time_ms < $4
    and ($5::bigint is null or t.seq = $5)`
  const inMarket = `($6::int is null or $6 in (m.base_id, m.quote_id))`
  let text = tradesOfMarkets(within, inMarket)
  if (named !== null) {
    values.push(named[1], Number(named[2]))
    text = `select ${tradeColumns} from exchange.market m join exchange.trade t on t.market_id = m.id
      where m.symbol = $7 and t.no = $8 and ${within} and ${inMarket}`
  } else if (step !== null) {
    values.push(step.orderIds)
    text = tradesOfOrders(within, inMarket)
  }
  const found = await connection.query<TradeRecord>(text, values)
  return {
    rows: found.rows.map(({ charges, ...row }) => ({ ...row, charges: charges.map(Number) })),
    fromMs: step !== null && step.fromMs > query.fromMs ? step.fromMs : null,
  }
}

/** The newest trades of each market by time. */
function tradesOfMarkets(within: string, inMarket: string): string {
  return `select ${tradeColumns} from exchange.market m cross join lateral (
      select * from exchange.trade t where t.market_id = m.id and ${within}
      order by t.time_ms desc, t.no desc limit ${windowRows}) t
    where ${inMarket} order by t.seq desc, t.no desc limit ${windowRows}`
}

function tradesOfOrders(within: string, inMarket: string): string {
  return `select ${tradeColumns} from unnest($7::bigint[]) as o (id)
    cross join lateral (
      select * from exchange.trade t where t.maker_order_id = o.id and ${within}
      union all select * from exchange.trade t where t.taker_order_id = o.id and ${within}) t
    join exchange.market m on m.id = t.market_id
    where ${inMarket} order by t.seq desc, t.no desc limit ${windowRows}`
}
