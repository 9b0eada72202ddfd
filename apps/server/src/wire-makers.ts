/** Wires the house's traders of a simulation: the days before the first start, and the makers. */
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

/** Every new exchange has the same past. */
const historySeed = 20_260_301

export type MakersWiring = {
  readonly engine: Engine
  readonly database: Database
  readonly log: Log
  readonly listing: Listing
  readonly marketData: MarketData
  /** Whether anybody looks at a market: the makers are slow while nobody does. */
  readonly hasWatchers: () => boolean
}

/** Starts the house's traders; the result stops them. */
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
    onTrouble: (error) => log.warn({ error: String(error) }, 'makers'),
    clock: Date.now,
    wait: waitForTimer,
  })
}

/** Lets the house's traders trade the time before a new exchange's first start, or what is missing of it. */
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

/** What is listed, as the house's traders need it. */
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
