/** Wires the market makers of a simulation, and the past trades before its first start. */
import type { Engine } from './engine/index.ts'
import type { MarketData } from './market-data/port.ts'
import type { ListedMarket, Listing } from './modules/markets/index.ts'
import type { Database } from './platform/database/pool.ts'
import type { Log } from './platform/logging/log.ts'
import {
  createRandom,
  isSimulated,
  makeHistory,
  readPastMade,
  type SimulatedMarket,
  startMakers,
  waitForTimer,
} from './simulation/index.ts'

/** Every new exchange gets the same past. */
const historySeed = 20_260_301

export type MakersWiring = {
  readonly engine: Engine
  readonly database: Database
  readonly log: Log
  readonly listing: Listing
  readonly marketData: MarketData
  /** Whether anybody is watching a market: without watchers, the makers are slow. */
  readonly hasWatchers: () => boolean
}

/** Starts the market makers; the result stops them. */
export function startMarketMakers(deps: MakersWiring): ReturnType<typeof startMakers> {
  const { engine, database, log, listing, marketData, hasWatchers } = deps
  return startMakers({
    engine,
    database,
    currencies: listing.currencies(),
    markets: () => simulatedOf(listing).markets,
    isOpen: (marketId) => listing.market(marketId)?.state === 'open',
    lastPriceOf: (marketId) => marketData.ticker(marketId).lastPrice,
    hasWatchers,
    random: createRandom(Date.now()),
    onError: (error) => log.warn({ error: String(error) }, 'market makers failed'),
    clock: Date.now,
    wait: waitForTimer,
  })
}

/** Makes the market makers trade the time before a new exchange's first start, or the missing part of it. */
export async function makePastTrades(
  engine: Engine,
  database: Database,
  listing: Listing,
): Promise<void> {
  const { fromMs, untilMs: madeUntilMs } = await readPastMade(database)
  const toMs = Date.now()
  const past = { fromMs, madeUntilMs, toMs, seed: historySeed }
  await makeHistory({ engine, ...simulatedOf(listing), ...past })
}

/** The listing in the format of the market makers. */
function simulatedOf(listing: Listing): {
  readonly markets: readonly SimulatedMarket[]
  readonly currencies: ReturnType<Listing['currencies']>
} {
  const simulated = (market: ListedMarket): SimulatedMarket => {
    return { ...market, baseScale: market.scale.baseScale }
  }
  const markets = listing.markets().filter(isSimulated).map(simulated)
  return { markets, currencies: listing.currencies() }
}
