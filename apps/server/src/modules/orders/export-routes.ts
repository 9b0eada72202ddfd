/** The files of own orders and own fills: made line by line while they are sent. */
import { Readable } from 'node:stream'
import {
  calls,
  type CsvCell,
  csvForms,
  csvLine,
  csvMark,
  exportedFillCells,
  exportedFillColumns,
  exportedOrderCells,
  exportedOrderColumns,
} from '@tukar/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database/pool.ts'
import { type HttpHost, languageOf } from '../../platform/http/host.ts'
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
  readonly service: Pick<OrdersService, 'settle'>
}

/** Files that one user may ask for at once, and how soon again: each reads all that he has. */
const exportBurst = 6
const exportPauseSeconds = 20
const usersMax = 10_000
/** Lines are sent in pieces of about this length. */
const pieceLength = 32_768

/** Serves both files. */
export function registerExports(http: HttpHost, routes: ExportRoutes): void {
  const { database, sessions, listing, service } = routes
  const mayExport = createKeyedLimit<number>(exportBurst, 1 / exportPauseSeconds, usersMax)

  async function exportedOf(userId: number, pair: string | undefined): Promise<Exported> {
    const marketId = pair === undefined ? null : marketAt(listing, pair).marketId
    if (!mayExport(userId, performance.now())) {
      throw new Refusal('request.rate', {}, exportPauseSeconds)
    }
    await service.settle(userId)
    return { userId, marketId }
  }
  const scaleOf = (marketId: number): ListedMarket['scale'] => {
    const market = listing.market(marketId)
    if (market === undefined) throw new Refusal('market.unknown')
    return market.scale
  }

  route(http, sessions, calls.exportOrders, async ({ request, reply, userId, input }) => {
    const orders = readOrders(database, await exportedOf(userId, input.pair))
    return sendFile(
      { request, reply, name: 'orders', head: exportedOrderColumns },
      orders,
      (order) => exportedOrderCells(scaleOf(order.marketId), order),
    )
  })
  route(http, sessions, calls.exportFills, async ({ request, reply, userId, input }) => {
    const fills = readFills(database, await exportedOf(userId, input.pair))
    return sendFile(
      { request, reply, name: 'fills', head: exportedFillColumns },
      fills,
      ({ order, fill }) =>
        exportedFillCells(scaleOf(order.marketId), order.orderId, fillFigures(fill, order.side)),
    )
  })
}

type CsvFile = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly name: string
  readonly head: readonly string[]
}

/** Names the file, and returns what is sent: nothing is read before the receiver takes it. */
function sendFile<Record>(
  { request, reply, name, head }: CsvFile,
  records: AsyncIterable<Record>,
  cellsOf: (record: Record) => readonly CsvCell[],
): Readable {
  const form = csvForms[languageOf(request)]
  const day = new Date().toISOString().slice(0, 10)
  reply.header('content-type', 'text/csv; charset=utf-8')
  reply.header('content-disposition', `attachment; filename="tukar-${name}-${day}.csv"`)
  async function* pieces(): AsyncGenerator<string> {
    let piece = csvMark + csvLine(head, form)
    for await (const record of records) {
      piece += csvLine(cellsOf(record), form)
      if (piece.length < pieceLength) continue
      yield piece
      piece = ''
    }
    yield piece
  }
  // A failure on the way cuts the connection, so that no part is taken for the whole.
  return Readable.from(pieces(), { objectMode: false })
}
