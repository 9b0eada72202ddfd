/** Files of a user's orders and fills, generated line by line while they are sent. */
import {
  calls,
  exportedFillCells,
  exportedFillColumns,
  exportedOrderCells,
  exportedOrderColumns,
} from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { sendCsv } from '../../platform/documents/sent-file.ts'
import type { HttpHost } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Guard, route } from '../../platform/http/route.ts'
import { createKeyedLimit } from '../../platform/limits/keyed-limit.ts'
import { type ListedMarket, type Listing, marketAt } from '../markets/index.ts'
import { type Exported, readFills, readOrders } from './export-store.ts'
import { fillFigures } from './fill-figures.ts'
import type { OrdersService } from './service.ts'

export type ExportRoutes = {
  readonly database: Database
  readonly sessions: Guard
  readonly listing: Listing
  readonly service: Pick<OrdersService, 'waitForProjection'>
}

/**
 * The limit of files per user: a burst, then one per interval, because each file reads the user's whole
 * history.
 */
const exportBurst = 6
const exportIntervalSeconds = 20
const usersMax = 10_000

/** Serves both files. */
export function registerExports(http: HttpHost, routes: ExportRoutes): void {
  const { database, sessions, listing, service } = routes
  const mayExport = createKeyedLimit<number>(exportBurst, 1 / exportIntervalSeconds, usersMax)

  async function exportedOf(userId: number, pair: string | undefined): Promise<Exported> {
    const marketId = pair === undefined ? null : marketAt(listing, pair).marketId
    if (!mayExport(userId, performance.now())) {
      throw new Refusal('request.rate', {}, exportIntervalSeconds)
    }
    await service.waitForProjection(userId)
    return { userId, marketId }
  }
  const scaleOf = (marketId: number): ListedMarket['scale'] => {
    const market = listing.market(marketId)
    if (market === undefined) throw new Refusal('market.unknown')
    return market.scale
  }

  route(http, sessions, calls.exportOrders, async ({ request, reply, userId, input }) => {
    const orders = readOrders(database, await exportedOf(userId, input.pair))
    return sendCsv(
      { request, reply, name: namedByDay('orders'), head: exportedOrderColumns },
      orders,
      (order) => exportedOrderCells(scaleOf(order.marketId), order),
    )
  })
  route(http, sessions, calls.exportFills, async ({ request, reply, userId, input }) => {
    const fills = readFills(database, await exportedOf(userId, input.pair))
    return sendCsv(
      { request, reply, name: namedByDay('fills'), head: exportedFillColumns },
      fills,
      ({ order, fill }) =>
        exportedFillCells(scaleOf(order.marketId), order.orderId, fillFigures(fill, order.side)),
    )
  })
}

const namedByDay = (name: string): string => `${name}-${new Date().toISOString().slice(0, 10)}`
