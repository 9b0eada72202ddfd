/** The calls of the trading page. Answers are read into units; failures go up as they are. */
import { newCommandId } from '../api/command-id.ts'
import { isRecord, type JsonRecord, rowsOf } from '../api/json.ts'
import { type Failure, type RawOutcome, send } from '../api/request.ts'
import { ownNotices } from '../notifications/notice-rule.ts'
import type { TradeMarket } from './market.ts'
import type { OrderBody } from './ticket.ts'
import { kindFields } from './ticket-kind.ts'
import {
  type Balance,
  type OrderFill,
  type OwnOrder,
  readBalance,
  readFill,
  readOrder,
  scalesOf,
} from './wire-reading.ts'

/** A read that failed, with what the server said of it. */
export class CallFailed extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message || failure.kind)
    this.failure = failure
  }
}

/** Rows of own orders on a page (HIST-03, HIST-04). */
export const orderRows = 20
const openPagesMax = 10
/** The most rows that a page may have (DEC-137). */
const allRows = 100
const tradingBalanceRows = 10
const walletRows = 50
const walletPagesMax = 10

type Filter = { readonly field: string; readonly op: string; readonly value: unknown }

async function readList(
  path: string,
  list: { page: number; rows: number; sort: string; order: string; filter?: readonly Filter[] },
): Promise<readonly JsonRecord[]> {
  const { filter, ...query } = list
  const outcome = await send({
    host: 'api',
    method: 'GET',
    path,
    query: { ...query, ...(filter && { filter_rules: JSON.stringify(filter) }) },
  })
  return rowsOf(bodyOrThrow(outcome))
}

function bodyOrThrow(outcome: RawOutcome): JsonRecord {
  if (!outcome.ok) throw new CallFailed(outcome)
  return outcome.body
}

const newest = { sort: 'updated_at', order: 'desc' } as const
const ofPair = (pair: string): Filter => ({ field: 'market_pair', op: 'equal', value: pair })

/** All open orders of the market, newest change first; page after page while they come full. */
export async function loadOpenOrders(market: TradeMarket): Promise<readonly OwnOrder[]> {
  const orders: OwnOrder[] = []
  for (let page = 1; page <= openPagesMax; page += 1) {
    const filter = [ofPair(market.pair)]
    const list = { page, rows: orderRows, ...newest, filter }
    const rows = await readList('/obooks/myobook-open', list)
    orders.push(...readOrders(rows, market))
    if (rows.length < orderRows) break
  }
  return orders
}

/** The rows of all own open orders in all markets, newest change first. */
export async function loadOpenRows(): Promise<readonly JsonRecord[]> {
  const all: JsonRecord[] = []
  for (let page = 1; page <= openPagesMax; page += 1) {
    const rows = await readList('/obooks/myobook-open', { page, rows: allRows, ...newest })
    all.push(...rows)
    if (rows.length < allRows) break
  }
  return all
}

/** One page of the market's closed orders, newest change first. */
export async function loadClosedOrders(
  market: TradeMarket,
  page: number,
): Promise<readonly OwnOrder[]> {
  const list = { page, rows: orderRows, ...newest, filter: [ofPair(market.pair)] }
  return readOrders(await readList('/obooks/myobook-close', list), market)
}

/** One closed order (HIST-05), null while the list does not have it. */
export async function loadClosedOrder(market: TradeMarket, id: string): Promise<OwnOrder | null> {
  const filter: Filter[] = [{ field: 'id', op: 'equal', value: id }]
  const rows = await readList('/obooks/myobook-close', { page: 1, rows: 1, ...newest, filter })
  return readOrders(rows, market)[0] ?? null
}

function readOrders(rows: readonly JsonRecord[], market: TradeMarket): readonly OwnOrder[] {
  const scales = scalesOf(market)
  return rows.flatMap((row) => readOrder(row, scales) ?? [])
}

/** The fills of an order with their charges (HIST-11). */
export async function loadFills(market: TradeMarket, id: string): Promise<readonly OrderFill[]> {
  const outcome = await send({
    host: 'sync',
    method: 'GET',
    path: '/histories/detail-for-one-orderbook',
    query: { pair: market.pair, orderbook_id: id },
  })
  const scales = scalesOf(market)
  return rowsOf(bodyOrThrow(outcome)).map((row) => readFill(row, scales))
}

/** The balances of the market's two currencies (TRADE-13, DEC-71). */
export async function loadTradingBalances(market: TradeMarket): Promise<readonly Balance[]> {
  const value = [market.base.symbol, market.quote.symbol]
  const filter: Filter[] = [{ field: 'ccurrency_symbol', op: 'in', value }]
  const list = { page: 1, rows: tradingBalanceRows, sort: 'id', order: 'asc', filter }
  return (await readList('/balances', list)).map(readBalance)
}

/** All balances, in their own order (DEC-71). */
export async function loadWallet(): Promise<readonly Balance[]> {
  const balances: Balance[] = []
  for (let page = 1; page <= walletPagesMax; page += 1) {
    const rows = await readList('/balances', { page, rows: walletRows, sort: 'id', order: 'asc' })
    balances.push(...rows.map(readBalance))
    if (rows.length < walletRows) break
  }
  return balances
}

export type PlaceOutcome =
  | { readonly ok: true; readonly order: OwnOrder | null }
  | { readonly ok: false; readonly failure: Failure }

/**
 * Places an order (FORM-10).
 *
 * @param commandId made once per click; a repeat with the same id never places a second order
 */
export async function placeOrder(
  market: TradeMarket,
  { side, price, amount, quantity, kind }: OrderBody,
  commandId: string,
): Promise<PlaceOutcome> {
  // The receipt tells of a rest that is canceled at once; its notice may be faster (NOTIF-04).
  const takeBack = ownNotices.begin('order_canceled')
  const outcome = await send({
    host: 'api',
    method: 'POST',
    path: `/exchange/${market.id}`,
    body: {
      market_place: side === 'buy' ? 'Limit Buy' : 'Limit Sell',
      market_position: price,
      market_amount: amount,
      market_amount_maxbalance_marking: false,
      ...(quantity === undefined ? {} : { quantity }),
      ...kindFields(kind),
    },
    commandId,
  })
  const data = outcome.ok ? outcome.body['data'] : null
  const row = Array.isArray(data) ? data.find(isRecord) : data
  const order = isRecord(row) ? readOrder(row, scalesOf(market)) : null
  if (order?.status !== 'cancel') takeBack()
  return outcome.ok ? { ok: true, order } : { ok: false, failure: outcome }
}

/** Cancels an open order; null when it is done, else why not. */
export function cancelOrder(id: string): Promise<Failure | null> {
  return cancel('/obooks/cancel', { id })
}

/** Cancels all open orders of a market; null when it is done, else why not. */
export function cancelAllOrders(pair: string): Promise<Failure | null> {
  return cancel('/obooks/cancel-all', { pair })
}

/** What one cancels leaves the list before one's eyes: its notice is not said besides (NOTIF-04). */
async function cancel(path: string, body: JsonRecord): Promise<Failure | null> {
  const takeBack = ownNotices.begin('order_canceled')
  const commandId = newCommandId()
  const outcome = await send({ host: 'api', method: 'POST', path, body, commandId })
  if (outcome.ok) return null
  takeBack()
  return outcome
}
