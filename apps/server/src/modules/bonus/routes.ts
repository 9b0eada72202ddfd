/** The monthly bonus (API-64, API-65, DEC-128): its period, and how many orders count towards it. */
import { formatUnits } from '@tukar/money'
import { type BonusPeriod, bonusPeriodData, calls, type LastBonus } from '@tukar/wire'
import type { Engine } from '../../engine/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Guard, route } from '../../platform/http/route.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import type { LiveSettings } from '../settings/index.ts'
import { countOrdersOf } from './counting.ts'
import { findEntry } from './month-store.ts'
import { monthOf, periodAt } from './period.ts'
import { ordersRequired } from './rules.ts'
import { bonusAmount, bonusSwitch, termsOf } from './settings.ts'
import { countFilledOrders } from './store.ts'

export type BonusRoutes = {
  readonly database: Database
  readonly keys: Keys
  readonly engine: Pick<Engine, 'waitForProjection'>
  readonly guard: Guard
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly live: LiveSettings
}

const rupiahDecimals = 2

/** Serves both calls. */
export function registerBonusRoutes(http: HttpHost, routes: BonusRoutes): void {
  const { database, keys, engine, guard, clock, live } = routes
  live.register(bonusSwitch)
  live.register(bonusAmount)
  const terms = termsOf(live)
  route(http, guard, calls.bonusPeriod, async ({ request, userId }) => {
    const period = periodAt(clock())
    const amount = formatUnits(terms.isOn() ? terms.amount() : 0, rupiahDecimals)
    const last = await lastOf(database, userId, period)
    const data = { ...bonusPeriodData(period, ordersRequired, amount), last_month: last }
    return success(request, { data })
  })
  route(http, guard, calls.bonusCount, async ({ request, userId }) => {
    if (!(await engine.waitForProjection(userId))) throw new Refusal('engine.behind')
    const period = periodAt(clock())
    const count = await countFilledOrders(database, userId, period)
    // With too few filled orders, counting those that qualify is not needed.
    const counted =
      count < ordersRequired ? count : (await countOrdersOf(database, keys, userId, period)).counted
    return success(request, { data: { count, counted } })
  })
}

/**
 * The result of a user in the previous month; null if the user had too few orders, or the month is not
 * closed.
 */
async function lastOf(
  database: Database,
  userId: number,
  { startMs }: BonusPeriod,
): Promise<LastBonus | null> {
  const before = periodAt(startMs - 1).startMs
  const entry = await findEntry(database, before, userId)
  if (entry === null) return null
  const { state, reason, amount } = entry
  return { month: monthOf(before), state, reason, amount: formatUnits(amount, rupiahDecimals) }
}
