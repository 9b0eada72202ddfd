/** Wires markets: the public calls, the console's calls, and announcements of changes to open pages. */
import type { FastifyRequest } from 'fastify'
import type { Engine } from './engine/index.ts'
import type { MarketData } from './market-data/port.ts'
import type { Sessions } from './modules/accounts/index.ts'
import type { Desk } from './modules/desk/index.ts'
import {
  firstFiguresOf,
  type Listing,
  registerMarketDesk,
  type MyLevels,
  registerMarketRoutes,
  announceMarketChanges,
} from './modules/markets/index.ts'
import { levelKey, readMyLevels } from './modules/orders/index.ts'
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
  /** Whether the exchange refuses calls: pages contain no figures then. */
  readonly isClosed: () => boolean
  /** Registers the end of a module as soon as it has started. */
  readonly onStop: (end: () => Promise<unknown>) => void
}

/** Serves the calls of markets. */
export function wireMarkets(deps: MarketWiring): void {
  const { http, desk, sessions, realtime } = deps
  registerMarketRoutes(http, {
    ...deps,
    emitBook: realtime.emitBook,
    guard: sessions,
    ownLevels: (request, marketId) => ownLevels(deps, request, marketId),
  })
  registerMarketDesk(http, desk, deps)
  http.provideFirstFigures((marketId, pair) =>
    deps.isClosed() ? null : firstFiguresOf({ ...deps, clock: Date.now }, marketId, pair),
  )
  const tell = () => realtime.broadcast('markets', {})
  const end = announceMarketChanges({ ...deps, announce: tell, clock: Date.now })
  deps.onStop(async () => end())
}

/** The levels where the caller has an order; a request without a live session is a guest's. */
async function ownLevels(
  { database, sessions }: Pick<MarketWiring, 'database' | 'sessions'>,
  request: FastifyRequest,
  marketId: number,
): Promise<MyLevels> {
  const userId = await sessions.userIdOf(request)
  if (userId === null) return { userId, has: () => false }
  const levels = await readMyLevels(database, userId, marketId)
  return { userId, has: (side, price) => levels.has(levelKey(side, price)) }
}
