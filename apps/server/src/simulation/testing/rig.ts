/** A real engine on a real database with the product's listing, and makers whose clock the test advances. */
import type { Engine } from '../../engine/index.ts'
import { startTestEngine } from '../../engine/testing/start.ts'
import { createListing, type Listing, seedCommands } from '../../modules/markets/index.ts'
import { type Database, openDatabase } from '../../platform/database/pool.ts'
import { createLog } from '../../platform/logging/log.ts'
import { testKeys } from '../../platform/secrets/testing/secrets.ts'
import {
  makeHistory,
  type Makers,
  readPastMade,
  type SimulatedMarket,
  startMakers,
} from '../index.ts'
import { createRandom } from '../random.ts'

export type Rig = {
  readonly engine: Engine
  readonly database: Database
  readonly markets: readonly SimulatedMarket[]
  readonly listing: Listing
  /** Makes the missing history up to now, except for the last hours. */
  makePast(seed: number, withoutLastHours?: number): Promise<void>
  /** Makers to stop before the rig, should a test fail halfway. */
  readonly running: Set<Makers>
  close(): Promise<void>
}

const hourMs = 3_600_000

/** Starts an engine on a database with the schema. Its first commands are `pastHours` old. */
export async function openRig(
  databaseUrl: string,
  pastHours: number,
  nowMs = Date.now(),
): Promise<Rig> {
  const firstTimeMs = nowMs - pastHours * hourMs
  const engine = await startTestEngine({
    databaseUrl,
    seeds: seedCommands(),
    firstTimeMs,
  })
  const database = openDatabase(databaseUrl, createLog('fatal'))
  const listing = await createListing(engine, database, testKeys)
  const markets = simulatedOf(listing)
  const currencies = listing.currencies()
  const running = new Set<Makers>()
  return {
    engine,
    database,
    markets,
    listing,
    running,
    async makePast(seed, withoutLastHours = 0) {
      const { fromMs, untilMs: madeUntilMs } = await readPastMade(database)
      const toMs = nowMs - withoutLastHours * hourMs
      await makeHistory({ engine, markets, currencies, fromMs, madeUntilMs, toMs, seed })
    },
    async close() {
      for (const makers of running) await makers.stop()
      await engine.stop()
      await database.end()
    },
  }
}

function simulatedOf(listing: Listing): readonly SimulatedMarket[] {
  return listing.markets().map((market) => ({ ...market, baseScale: market.scale.baseScale }))
}

export type TurnedMakers = Makers & {
  /** Advances the makers' clock by `ms`. Resolves at that time, with the makers paused again. */
  untilLater(ms: number): Promise<void>
}

/** Starts makers whose clock runs only while the test advances it, as fast as they can work. */
export function startTurnedMakers(rig: Rig, isWatched: boolean, seed: number): TurnedMakers {
  let nowMs = Date.now()
  let turnedToMs = nowMs
  let goOn: () => void = () => undefined
  let arrived: () => void = () => undefined
  const troubles: unknown[] = []
  const makers = startMakers({
    engine: rig.engine,
    database: rig.database,
    markets: () => simulatedOf(rig.listing),
    isOpen: (marketId) => rig.listing.market(marketId)?.state === 'open',
    currencies: rig.listing.currencies(),
    lastPriceOf: () => null,
    hasWatchers: () => isWatched,
    random: createRandom(seed),
    onError: (error) => troubles.push(error),
    clock: () => nowMs,
    wait: async (ms, end) => {
      nowMs += ms
      if (nowMs < turnedToMs) {
        await new Promise((resolve) => setImmediate(resolve))
        return
      }
      arrived()
      if (end.aborted) return
      await new Promise<void>((resolve) => {
        goOn = resolve
        end.addEventListener('abort', () => resolve(), { once: true })
      })
    },
  })
  rig.running.add(makers)
  return {
    untilLater: (ms) =>
      new Promise((resolve) => {
        turnedToMs = Math.max(turnedToMs, nowMs) + ms
        arrived = resolve
        goOn()
      }),
    async stop() {
      rig.running.delete(makers)
      await makers.stop()
      if (troubles.length > 0) throw new Error(`the market makers failed: ${String(troubles[0])}`)
    },
  }
}
