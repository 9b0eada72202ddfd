/** The month's bonus (API-64, API-65, DEC-128): its period, and how many orders count towards it. */
import { bonusPeriodData, calls } from '@tukar/wire'
import type { Engine } from '../../engine/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Guard, route } from '../../platform/http/route.ts'
import type { LiveSettings } from '../settings/index.ts'
import { periodAt } from './period.ts'
import { bonusAmount, bonusSwitch } from './settings.ts'
import { countFilledOrders } from './store.ts'

export type BonusRoutes = {
  readonly database: Database
  readonly engine: Pick<Engine, 'settled'>
  readonly guard: Guard
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly live: LiveSettings
}

/** CONST-23. */
const ordersWanted = 30

/** Serves both calls. */
export function registerBonusRoutes(http: HttpHost, routes: BonusRoutes): void {
  const { database, engine, guard, clock, live } = routes
  live.register(bonusSwitch)
  live.register(bonusAmount)
  route(http, guard, calls.bonusPeriod, async ({ request }) => {
    return success(request, {
      data: bonusPeriodData(periodAt(clock()), ordersWanted, promised(live)),
    })
  })
  route(http, guard, calls.bonusCount, async ({ request, userId }) => {
    if (!(await engine.settled(userId))) throw new Refusal('engine.behind')
    const count = await countFilledOrders(database, userId, periodAt(clock()))
    return success(request, { data: { count } })
  })
}

/** In rupiah, as the wire has it: none while it is off. */
function promised(live: LiveSettings): string {
  return `${live.value(bonusSwitch) ? live.value(bonusAmount) : 0}.00`
}
