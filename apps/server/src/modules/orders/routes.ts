/** The calls of orders. */
import {
  calls,
  fillRow,
  type ListFields,
  numberField,
  orderRow,
  timeField,
  wordField,
} from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database/pool.ts'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listData, listOf } from '../../platform/lists/answer.ts'
import type { Sessions } from '../accounts/index.ts'
import type { Eligibility } from '../agreement/index.ts'
import { type ListedMarket, type Listing, marketAt } from '../markets/index.ts'
import { commandUuid, uuidBytes } from '../../platform/http/command-id.ts'
import type { Author, OrdersService } from './service.ts'
import { registerExports } from './export-routes.ts'
import { fillFigures } from './fill-figures.ts'
import {
  findOrderOfCommand,
  findMyOrder,
  listFills,
  listMyOrders,
  type OrderRecord,
  wasMyOrder,
} from './store.ts'

export type OrderRoutes = {
  readonly database: Database
  readonly sessions: Sessions
  readonly listing: Listing
  readonly service: OrdersService
  /** The check whether a user may trade. */
  readonly gate: Eligibility
}

/** Serves placement, cancellation and the lists of the user's orders. */
export function registerOrderRoutes(http: HttpHost, routes: OrderRoutes): void {
  registerCommands(http, routes)
  registerLists(http, routes)
  registerDetails(http, routes)
  registerExports(http, routes)
}

function authorOf(userId: number, request: FastifyRequest): Author {
  return { userId, commandUuid: commandUuid(request.headers['idempotency-key']) }
}

function registerCommands(http: HttpHost, routes: OrderRoutes): void {
  const { sessions, listing, service, gate } = routes

  route(http, sessions, calls.placeOrder, async ({ request, userId, input, id }) => {
    await gate.requireFor(userId, 'trade')
    const author = authorOf(userId, request)
    const market = marketAt(listing, id)
    const order = await service.place(author, market, {
      side: input.market_place === 'Limit Buy' ? 'buy' : 'sell',
      price: input.market_position,
      amount: input.market_amount,
      quantity: input.quantity ?? null,
      useWholeBalance: input.market_amount_maxbalance_marking ?? false,
      timeInForce: input.time_in_force ?? 'GTC',
      postOnly: input.post_only ?? false,
    })
    const command_id = author.commandUuid
    const fields = { data: orderRow(market.scale, order), command_id }
    const isSelfMet = order.closeReason === 'self_trade'
    return success(request, fields, { code: isSelfMet ? 'order.met_own' : 'order.placed' })
  })

  route(http, sessions, calls.cancelOrder, async ({ request, userId, input }) => {
    const author = authorOf(userId, request)
    const orderId = Number(input.id)
    const beforeSeq = await service.cancel(author, orderId)
    if (beforeSeq !== null) {
      const isOwn = await wasMyOrderOf(routes, { userId, orderId, beforeSeq })
      throw new Refusal(isOwn ? 'order.not_open' : 'order.unknown')
    }
    const command_id = author.commandUuid
    return success(request, { command_id }, { code: 'order.canceled' })
  })

  route(http, sessions, calls.cancelAllOrders, async ({ request, userId, input }) => {
    const author = authorOf(userId, request)
    const pair = input?.pair ?? null
    const count = await service.cancelAll(author, pair === null ? null : marketAt(listing, pair))
    const command_id = author.commandUuid
    const message = { code: 'orders.canceled', params: { count } }
    return success(request, { data: { count }, command_id }, message)
  })
}

/** The fields to sort and filter the user's orders by. */
function orderFields(listing: Listing): ListFields {
  return {
    id: numberField('orderId'),
    market_pair: {
      name: 'marketId',
      isText: false,
      read: (symbol) => listing.marketOfPair(String(symbol))?.marketId ?? 0,
    },
    market_place: wordField('side', { 'Limit Buy': 'buy', 'Limit Sell': 'sell' }),
    matched_count: numberField('fillCount'),
    created_at: timeField('createdMs'),
    updated_at: timeField('updatedMs'),
  }
}

/**
 * Whether a refused cancellation named an existing order of the user. Another user's order looks like a
 * missing one (ATT-27), and so does a later one. The refusal is in the journal already. So if the tables
 * cannot be read, the answer is that the outcome is unknown; a repetition with the same id gets the result.
 */
async function wasMyOrderOf(
  { service, database }: OrderRoutes,
  asked: Parameters<typeof wasMyOrder>[1],
): Promise<boolean> {
  const { userId, orderId, beforeSeq } = asked
  const closed = service.closedLately(orderId)
  if (closed !== null) return closed.accountId === userId && closed.seq < beforeSeq
  try {
    await service.waitForProjection(userId)
    return await wasMyOrder(database, asked)
  } catch {
    throw new Refusal('engine.unknown_outcome')
  }
}

function registerLists(http: HttpHost, routes: OrderRoutes): void {
  const { database, sessions, listing, service } = routes
  const fields = orderFields(listing)
  for (const call of [calls.openOrders, calls.closedOrders]) {
    route(http, sessions, call, async ({ request, userId, input }) => {
      const list = listOf(input, fields, 'updated_at')
      await service.waitForProjection(userId)
      const isOpen = call === calls.openOrders
      const marketIds = listing.markets().map(({ marketId }) => marketId)
      const page = await listMyOrders(database, { userId, isOpen, list, marketIds })
      return success(request, { data: listData(list, page, (order) => rowOf(listing, order)) })
    })
  }
}

function registerDetails(http: HttpHost, routes: OrderRoutes): void {
  const { database, sessions, listing, service } = routes

  route(http, sessions, calls.fills, async ({ request, userId, input }) => {
    const orderId = Number(input.orderbook_id)
    await service.waitForProjection(userId)
    const order = await findMyOrder(database, userId, orderId)
    if (order === null) throw new Refusal('order.unknown')
    const { scale } = marketOf(listing, order.marketId)
    const fills = await listFills(database, orderId)
    const rows = fills.map((fill) => fillRow(scale, fillFigures(fill, order.side)))
    return success(request, { data: rows })
  })

  route(http, sessions, calls.orderOfCommand, async ({ request, userId, id }) => {
    const idBytes = uuidBytes(commandUuid(id))
    await service.waitForProjection(userId)
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
