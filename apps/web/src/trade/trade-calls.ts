/** The calls of the trading page. Answers are read into units; failures are returned unchanged. */
import { type OrderRow, routes } from '@tukar/wire'
import { call, load } from '../api/call.ts'
import { newCommandId } from '../api/command-id.ts'
import type { Failure } from '../api/request.ts'
import { pageNotices } from '../notifications/notice-rule.ts'
import type { TradeMarket } from './market/market.ts'
import type { OrderBody } from './ticket/ticket.ts'
import { kindFields } from './ticket/ticket-kind.ts'
import {
  type Balance,
  type HoldingOrder,
  type OrderFill,
  type MyOrder,
  readBalance,
  readFill,
  readHoldingOrder,
  readOrder,
  readScales,
} from './wire.ts'

/** Orders on a page of a list (HIST-03, HIST-04). */
export const orderRows = 20
const openPagesMax = 10
/** The maximum number of rows on a page (DEC-137). */
const allRows = 100
const tradingBalanceRows = 10
const walletRows = 50
const walletPagesMax = 10

type Filter = { readonly field: string; readonly op: string; readonly value: unknown }

type List = {
  readonly page: number
  readonly rows: number
  readonly sort: string
  readonly order: 'asc' | 'desc'
  readonly filter?: readonly Filter[]
}

function toInput({ filter, ...list }: List) {
  return { ...list, ...(filter && { filter_rules: JSON.stringify(filter) }) }
}

function loadOrders<Order>(
  list: List,
  read: (row: OrderRow) => Order,
  route: typeof routes.openOrders | typeof routes.closedOrders = routes.openOrders,
): Promise<readonly Order[]> {
  return load(route, { input: toInput(list) }, ({ data }) => data.datas.map(read))
}

function loadBalances(list: List): Promise<readonly Balance[]> {
  return load(routes.balances, { input: toInput(list) }, ({ data }) => data.datas.map(readBalance))
}

const newest = { sort: 'updated_at', order: 'desc' } as const
const ofPair = (pair: string): Filter => ({ field: 'market_pair', op: 'equal', value: pair })

/** Reads the user's orders in a market. */
function orderOf(market: TradeMarket): (row: OrderRow) => MyOrder {
  const scales = readScales(market)
  return (row) => readOrder(row, scales)
}

/** All open orders in the market, newest change first; requests page after page while they are full. */
export async function loadOpenOrders(market: TradeMarket): Promise<readonly MyOrder[]> {
  const orders: MyOrder[] = []
  for (let page = 1; page <= openPagesMax; page += 1) {
    const filter = [ofPair(market.pair)]
    const found = await loadOrders({ page, rows: orderRows, ...newest, filter }, orderOf(market))
    orders.push(...found)
    if (found.length < orderRows) break
  }
  return orders
}

/** The holds of all open orders in all markets, newest change first. */
export async function loadHoldingOrders(): Promise<readonly HoldingOrder[]> {
  const all: HoldingOrder[] = []
  for (let page = 1; page <= openPagesMax; page += 1) {
    const found = await loadOrders({ page, rows: allRows, ...newest }, readHoldingOrder)
    all.push(...found)
    if (found.length < allRows) break
  }
  return all
}

/** One page of the market's closed orders, newest change first. */
export function loadClosedOrders(market: TradeMarket, page: number): Promise<readonly MyOrder[]> {
  const list = { page, rows: orderRows, ...newest, filter: [ofPair(market.pair)] }
  return loadOrders(list, orderOf(market), routes.closedOrders)
}

/** One closed order (HIST-05); null while the list does not have it. */
export async function loadClosedOrder(market: TradeMarket, id: string): Promise<MyOrder | null> {
  const filter: Filter[] = [{ field: 'id', op: 'equal', value: id }]
  const list = { page: 1, rows: 1, ...newest, filter }
  const [order] = await loadOrders(list, orderOf(market), routes.closedOrders)
  return order ?? null
}

/** The fills of an order with their charges (HIST-11). */
export function loadFills(market: TradeMarket, id: string): Promise<readonly OrderFill[]> {
  const scales = readScales(market)
  return load(routes.fills, { input: { pair: market.pair, orderbook_id: id } }, ({ data }) =>
    data.map((row) => readFill(row, scales)),
  )
}

/** The balances of the market's two currencies (TRADE-13, DEC-71). */
export function loadTradingBalances(market: TradeMarket): Promise<readonly Balance[]> {
  const value = [market.base.symbol, market.quote.symbol]
  const filter: Filter[] = [{ field: 'ccurrency_symbol', op: 'in', value }]
  return loadBalances({ page: 1, rows: tradingBalanceRows, sort: 'id', order: 'asc', filter })
}

/** All balances, in their own order (DEC-71). */
export async function loadWallet(): Promise<readonly Balance[]> {
  const balances: Balance[] = []
  for (let page = 1; page <= walletPagesMax; page += 1) {
    const found = await loadBalances({ page, rows: walletRows, sort: 'id', order: 'asc' })
    balances.push(...found)
    if (found.length < walletRows) break
  }
  return balances
}

export type PlaceOutcome =
  | { readonly ok: true; readonly order: MyOrder | null }
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
  // The receipt shows an immediate cancellation; its notification, which may come first, is suppressed
  // (NOTIF-04).
  const takeBack = pageNotices.suppress('order_canceled')
  const outcome = await call(routes.placeOrder, {
    id: market.id,
    input: {
      market_place: side === 'buy' ? 'Limit Buy' : 'Limit Sell',
      market_position: price,
      market_amount: amount,
      market_amount_maxbalance_marking: false,
      ...(quantity === undefined ? {} : { quantity }),
      ...kindFields(kind),
    },
    commandId,
  })
  const order = outcome.ok ? placedOrder(outcome.body.data, market) : null
  if (order?.status !== 'cancel') takeBack()
  return outcome.ok ? { ok: true, order } : { ok: false, failure: outcome }
}

/** The placed order; null if its row cannot be read, although it is placed. */
function placedOrder(row: OrderRow, market: TradeMarket): MyOrder | null {
  try {
    return readOrder(row, readScales(market))
  } catch {
    return null
  }
}

/** Cancels an open order; returns null on success, else the failure. */
export function cancelOrder(id: string): Promise<Failure | null> {
  return cancel(() => call(routes.cancelOrder, { input: { id }, commandId: newCommandId() }))
}

/** Cancels all open orders of a market; returns null on success, else the failure. */
export function cancelAllOrders(pair: string): Promise<Failure | null> {
  return cancel(() => call(routes.cancelAllOrders, { input: { pair }, commandId: newCommandId() }))
}

/** The user sees the canceled order leave the list, so its notification is suppressed (NOTIF-04). */
async function cancel(
  send: () => Promise<{ readonly ok: true } | Failure>,
): Promise<Failure | null> {
  const takeBack = pageNotices.suppress('order_canceled')
  const outcome = await send()
  if (outcome.ok) return null
  takeBack()
  return outcome
}
