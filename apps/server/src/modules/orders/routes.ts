/** The calls of orders, with their wire names. */
import { chargeKinds } from '@tukar/core'
import {
  CancelAll,
  CancelOrder,
  type FillFigures,
  FillsQuery,
  fillRow,
  orderRow,
  PlaceOrder,
  readList,
} from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database/pool.ts'
import { decode, type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Sessions } from '../accounts/index.ts'
import { type ListedMarket, type Listing, marketAt } from '../markets/index.ts'
import { commandIdBytes, commandIdText } from './command-id.ts'
import type { Author, OrdersService } from './service.ts'
import {
  type FillRecord,
  findOrderOfCommand,
  findOwnOrder,
  listFills,
  listOwnOrders,
  type OrderRecord,
} from './store.ts'

export type OrderRoutes = {
  readonly database: Database
  readonly sessions: Sessions
  readonly listing: Listing
  readonly service: OrdersService
}

export function registerOrderRoutes(http: HttpHost, routes: OrderRoutes): void {
  const { sessions, listing, service } = routes

  async function author(request: FastifyRequest): Promise<Author> {
    const userId = await sessions.require(request)
    return { userId, idBytes: commandIdBytes(request.headers['idempotency-key']) }
  }

  http.post<{ Params: { id: string } }>('/exchange/:id', async (request) => {
    const by = await author(request)
    const body = decode(PlaceOrder, request.body)
    const market = marketAt(listing, request.params.id)
    const order = await service.place(by, market, {
      side: body.market_place === 'Limit Buy' ? 'buy' : 'sell',
      price: body.market_position,
      amount: body.market_amount,
      useWholeBalance: body.market_amount_maxbalance_marking ?? false,
      timeInForce: body.time_in_force ?? 'GTC',
      postOnly: body.post_only ?? false,
    })
    const command_id = commandIdText(by.idBytes)
    const fields = { data: orderRow(market.scale, order), command_id }
    return success(request, fields, { code: 'order.placed' })
  })

  http.post('/obooks/cancel', async (request) => {
    const by = await author(request)
    const orderId = Number(decode(CancelOrder, request.body).id)
    await service.cancel(by, orderId)
    return success(request, { command_id: commandIdText(by.idBytes) }, { code: 'order.canceled' })
  })

  http.post('/obooks/cancel-all', async (request) => {
    const by = await author(request)
    const { pair } = decode(CancelAll, request.body ?? {})
    const market = pair === undefined || pair === null ? null : marketAt(listing, pair)
    const count = await service.cancelAll(by, market)
    const message = { code: 'orders.canceled', params: { count } }
    return success(request, { data: { count }, command_id: commandIdText(by.idBytes) }, message)
  })

  registerOrderLists(http, routes)
}

function registerOrderLists(http: HttpHost, routes: OrderRoutes): void {
  const { database, sessions, listing, service } = routes

  for (const isOpen of [true, false]) {
    http.get(isOpen ? '/obooks/myobook-open' : '/obooks/myobook-close', async (request) => {
      const userId = await sessions.require(request)
      const list = readList(request.query)
      if (list === null) throw new Refusal('list.malformed')
      await service.settle(userId)
      const marketIdOf = (symbol: string): number => listing.marketOfPair(symbol)?.marketId ?? 0
      const { rows, total } = await listOwnOrders(database, { userId, isOpen, list, marketIdOf })
      const datas = rows.map((order) => rowOf(listing, order))
      return success(request, { data: { datas, total, page: list.page, rows: list.rows } })
    })
  }

  http.get('/histories/detail-for-one-orderbook', async (request) => {
    const userId = await sessions.require(request)
    const orderId = Number(decode(FillsQuery, request.query).orderbook_id)
    await service.settle(userId)
    const order = await findOwnOrder(database, userId, orderId)
    if (order === null) throw new Refusal('order.unknown')
    const { scale } = marketOf(listing, order.marketId)
    const fills = await listFills(database, orderId)
    return success(request, {
      data: fills.map((fill) => fillRow(scale, fillFigures(fill, order.side))),
    })
  })

  http.get<{ Params: { id: string } }>('/obooks/by-command/:id', async (request) => {
    const userId = await sessions.require(request)
    const idBytes = commandIdBytes(request.params.id)
    await service.settle(userId)
    const order = await findOrderOfCommand(database, userId, idBytes)
    if (order === null) throw new Refusal('order.unknown')
    return success(request, { data: rowOf(listing, order) })
  })
}

function marketOf(listing: Listing, marketId: number): ListedMarket {
  const market = listing.market(marketId)
  if (market === undefined) throw new Refusal('market.unknown')
  return market
}

function rowOf(listing: Listing, order: OrderRecord) {
  return orderRow(marketOf(listing, order.marketId).scale, order)
}

const numbersPerCharge = 5

/** A stored fill with its charges spelled out, seen from the side of the order asked for. */
function fillFigures(fill: FillRecord, ownSide: 'buy' | 'sell'): FillFigures {
  const charges: FillFigures['charges'][number][] = []
  for (let at = 0; at < fill.charges.length; at += numbersPerCharge) {
    const [side = 0, kind = 0, amount = 0, ratePpm = 0] = fill.charges.slice(at)
    charges.push({
      side: side === 0 ? 'buy' : 'sell',
      kind: chargeKinds[kind] ?? '',
      amount,
      ratePpm,
    })
  }
  const sumOf = (side: string): number =>
    charges.reduce((sum, charge) => (charge.side === side ? sum + charge.amount : sum), 0)
  return {
    ...fill,
    ownSide,
    baseCharges: sumOf('buy'),
    quoteCharges: sumOf('sell'),
    charges: charges.filter((charge) => charge.side === ownSide),
  }
}
