/** The console's lists of markets and of scheduled charges. */
import { formatPrice } from '@tukar/money'
import {
  calls,
  type DeskMarkets,
  type DeskMarketRow,
  type DeskScheduleRow,
  type DeskSchedules,
} from '@tukar/wire'
import { type HttpHost, success } from '../../../platform/http/host.ts'
import { type Desk, deskRoute, same } from '../../desk/index.ts'
import type { ListedMarket } from '../listing.ts'
import type { ScheduleRecord } from '../store.ts'
import { chargeSchedule } from './charge-schedule.ts'
import { marketAdd } from './market-add.ts'
import { marketRules } from './market-rules.ts'
import { marketState } from './market-state.ts'
import { openOrderCounts } from './open-orders.ts'
import { type MarketDeskDeps, pairOf } from './deps.ts'
import { rulesText } from './rules-reading.ts'
import { baseOf, kindOf, payerOf, rowAt, rowsOf } from './schedule-rows.ts'
import { withPairs } from './words.ts'

/** Serves `/desk/markets` and `/desk/schedules`, and registers their changes. */
export function registerMarketDesk(http: HttpHost, desk: Desk, deps: MarketDeskDeps): void {
  const { listing, database } = deps
  desk.changes.register(marketAdd(deps))
  desk.changes.register(marketRules(deps))
  desk.changes.register(marketState(deps))
  desk.changes.register(chargeSchedule(deps))
  // A subject names an existing market by number, and a future one by its symbol.
  desk.addNames('market', (id) => same(withPairs(listing.market(Number(id))?.symbol ?? id)))
  desk.addNames('currency', (id) => same(listing.currency(Number(id))?.symbol ?? id))

  deskRoute(http, desk, calls.deskMarkets, ['risk', 'admin'], async ({ request }) => {
    const counts = await openOrderCounts(database)
    const data: DeskMarkets = {
      markets: listing.markets().map((market) => ({
        ...marketRow(deps, market),
        open_orders: counts.get(market.marketId) ?? 0,
      })),
      currencies: listing.currencies().map(({ symbol, decimals }) => ({ symbol, decimals })),
    }
    return success(request, { data })
  })

  deskRoute(http, desk, calls.deskSchedules, ['finance', 'admin'], async ({ request }) => {
    const nowMs = Date.now()
    const schedules = listing.schedules()
    const data: DeskSchedules = {
      markets: listing
        .markets()
        .map(({ symbol, scale }) => ({ pair: symbol, quote: scale.quoteSymbol })),
      schedules: schedules
        .toSorted((one, other) => one.from - other.from)
        .map((row) => scheduleRow(deps, schedules, row, nowMs)),
    }
    return success(request, { data })
  })
}

function marketRow(deps: MarketDeskDeps, market: ListedMarket): Omit<DeskMarketRow, 'open_orders'> {
  const { marketId, symbol, scale, state, tick } = market
  const last = deps.marketData.knows(marketId) ? deps.marketData.ticker(marketId).lastPrice : null
  return {
    id: marketId,
    pair: symbol,
    base: scale.baseSymbol,
    quote: scale.quoteSymbol,
    state,
    last_price: last === null ? null : formatPrice(last, tick, scale.quoteDecimals),
    ...rulesText(market, pairOf(deps, market)),
  }
}

function scheduleRow(
  { listing }: MarketDeskDeps,
  schedules: readonly ScheduleRecord[],
  row: ScheduleRecord,
  nowMs: number,
): DeskScheduleRow {
  const current = rowAt(rowsOf(schedules, row), nowMs)
  const status = row.from > nowMs ? 'future' : row === current ? 'current' : 'past'
  return {
    id: row.scheduleId,
    pair: listing.market(row.marketId)?.symbol ?? `#${row.marketId}`,
    kind: kindOf(row),
    payer: payerOf(row),
    base: baseOf(row),
    rate_ppm: row.ratePpm,
    from: row.from === 0 ? null : new Date(row.from).toISOString(),
    status,
  }
}
