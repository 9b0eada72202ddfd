/** A real engine on a real database with the product's listing, and makers whose clock a test turns. */
import pg from 'pg'
import { type Engine, startEngine } from '../../engine/index.ts'
import { createListing, type Listing, seedCommands } from '../../modules/markets/index.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { makeHistory, type Makers, type SimulatedMarket, startMakers } from '../index.ts'
import { createRandom } from '../random.ts'

export type Rig = {
  readonly engine: Engine
  readonly database: pg.Pool
  readonly markets: readonly SimulatedMarket[]
  readonly listing: Listing
  /** Lets the house trade this long before now. */
  makePast(hours: number, seed: number): Promise<void>
  /** What has to end before the rig does, should a test fail halfway. */
  readonly running: Set<Makers>
  close(): Promise<void>
}

const hourMs = 3_600_000

/** Starts an engine on a new database, with its first commands `pastHours` ago. */
export async function openRig(databaseUrl: string, pastHours: number): Promise<Rig> {
  await migrate(databaseUrl)
  const nowMs = Date.now()
  const firstTimeMs = nowMs - pastHours * hourMs
  const engine = await startEngine({ databaseUrl, seeds: seedCommands(), firstTimeMs })
  const database = new pg.Pool({ connectionString: databaseUrl })
  // The cluster may end a connection that the pool has just let go.
  database.on('error', () => undefined)
  const listing = await createListing(engine, database)
  const markets = listing.markets().map((market) => {
    return { ...market, baseScale: market.scale.baseScale }
  })
  const currencies = listing.currencies()
  const running = new Set<Makers>()
  return {
    engine,
    database,
    markets,
    listing,
    running,
    makePast: (hours, seed) =>
      makeHistory({
        engine,
        markets,
        currencies,
        fromMs: nowMs - hours * hourMs,
        toMs: nowMs,
        seed,
      }),
    async close() {
      for (const makers of running) await makers.stop()
      await engine.stop()
      await database.end()
    },
  }
}

export type TurnedMakers = Makers & {
  /** Resolves once the makers' clock has gone this far on. */
  untilLater(ms: number): Promise<void>
}

/** Starts makers whose clock runs as fast as they can work. */
export function startTurnedMakers(rig: Rig, isWatched: boolean, seed: number): TurnedMakers {
  let nowMs = Date.now()
  const waiting = new Set<{ readonly untilMs: number; readonly resolve: () => void }>()
  const troubles: unknown[] = []
  const makers = startMakers({
    engine: rig.engine,
    database: rig.database,
    markets: rig.markets,
    currencies: rig.listing.currencies(),
    lastPriceOf: () => null,
    hasWatchers: () => isWatched,
    random: createRandom(seed),
    onTrouble: (error) => troubles.push(error),
    clock: () => nowMs,
    wait: async (ms) => {
      nowMs += ms
      for (const one of waiting) {
        if (one.untilMs > nowMs) continue
        waiting.delete(one)
        one.resolve()
      }
      await new Promise((resolve) => setImmediate(resolve))
    },
  })
  rig.running.add(makers)
  return {
    untilLater: (ms) => new Promise((resolve) => waiting.add({ untilMs: nowMs + ms, resolve })),
    async stop() {
      rig.running.delete(makers)
      await makers.stop()
      if (troubles.length > 0) throw new Error(`the makers met trouble: ${String(troubles[0])}`)
    },
  }
}
