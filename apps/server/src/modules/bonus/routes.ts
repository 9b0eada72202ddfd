/** The month's bonus (API-64, API-65, DEC-128): its period, and how many orders count towards it. */
import { bonusPeriodData, calls } from '@tukar/wire'
import type { Engine } from '../../engine/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Guard, route } from '../../platform/http/route.ts'
import { periodAt } from './period.ts'
import { countFilledOrders } from './store.ts'

export type BonusRoutes = {
  readonly database: Database
  readonly engine: Pick<Engine, 'settled'>
  readonly guard: Guard
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** CONST-23. */
const ordersWanted = 30
/** In rupiah: the exchange promises none. */
const amount = '0.00'

/** Serves both calls. */
export function registerBonusRoutes(http: HttpHost, routes: BonusRoutes): void {
  const { database, engine, guard, clock } = routes
  route(http, guard, calls.bonusPeriod, async ({ request }) => {
    return success(request, { data: bonusPeriodData(periodAt(clock()), ordersWanted, amount) })
  })
  route(http, guard, calls.bonusCount, async ({ request, userId }) => {
    if (!(await engine.settled(userId))) throw new Refusal('engine.behind')
    const count = await countFilledOrders(database, userId, periodAt(clock()))
    return success(request, { data: { count } })
  })
}
