/** Wires what is listed: the public calls, the console's, and word to open pages when it changes. */
import type { FastifyRequest } from 'fastify'
import type { Engine } from './engine/index.ts'
import type { MarketData } from './market-data/port.ts'
import type { Sessions } from './modules/accounts/index.ts'
import type { Desk } from './modules/desk/index.ts'
import {
  firstFiguresOf,
  type Listing,
  registerMarketDesk,
  type OwnLevels,
  registerMarketRoutes,
  tellOfMarkets,
} from './modules/markets/index.ts'
import { levelKey, ownLevelsOf } from './modules/orders/index.ts'
import type { Database } from './platform/database/pool.ts'
import type { HttpHost } from './platform/http/host.ts'
import type { Keys } from './platform/secrets/keys.ts'
import type { Realtime } from './realtime/index.ts'

export type MarketWiring = {
  readonly http: HttpHost
  readonly database: Database
  readonly keys: Keys
  readonly engine: Engine
  readonly listing: Listing
  readonly marketData: MarketData
  readonly realtime: Realtime
  readonly sessions: Sessions
  readonly desk: Desk
  /** Whether the exchange takes no calls: its pages tell no figures then. */
  readonly isClosed: () => boolean
  /** Takes what ends a part, as soon as that part has begun. */
  readonly onStop: (end: () => Promise<unknown>) => void
}

/** Serves the calls of markets. */
export function wireMarkets(parts: MarketWiring): void {
  const { http, desk, sessions, realtime } = parts
  registerMarketRoutes(http, {
    ...parts,
    emitBook: realtime.emitBook,
    guard: sessions,
    ownLevels: (request, marketId) => ownLevels(parts, request, marketId),
  })
  registerMarketDesk(http, desk, parts)
  http.provideFirstFigures((marketId, pair) =>
    parts.isClosed() ? null : firstFiguresOf({ ...parts, clock: Date.now }, marketId, pair),
  )
  const tell = () => realtime.broadcast('markets', {})
  const end = tellOfMarkets({ ...parts, tell, clock: Date.now })
  parts.onStop(async () => end())
}

/** The levels in which whoever asks has an order; a request without a live session is a guest's. */
async function ownLevels(
  { database, sessions }: Pick<MarketWiring, 'database' | 'sessions'>,
  request: FastifyRequest,
  marketId: number,
): Promise<OwnLevels> {
  const userId = await sessions.userIdOf(request)
  if (userId === null) return { userId, has: () => false }
  const levels = await ownLevelsOf(database, userId, marketId)
  return { userId, has: (side, price) => levels.has(levelKey(side, price)) }
}
