/**
 * The kill harness (R-50, G-03, G-04). Eight people trade while the server or its database is killed with
 * SIGKILL again and again. After each kill every acknowledged outcome is checked.
 */
import type { Client } from '../harness/http.ts'
import { objectAt, textAt } from '../harness/http.ts'
import { type Ledger, openLedger } from '../harness/ledger.ts'
import { newPerson } from '../harness/people.ts'
import { freePort } from '@tukar/server/database/testing/port-slices'
import { embeddedUrl, type RunningPostgres, startPostgres } from '../harness/postgres.ts'
import { type RunningServer, startServer, waitReady } from '../harness/server.ts'
import { findingLines, type Verified, verify } from './verify.ts'
import { createWriter, type Prices, trade, type Writer } from './writer.ts'

export type Target = 'server' | 'database'

export type Arena = {
  /** Null if the server embeds its own database. */
  readonly postgres: RunningPostgres | null
  ledger: Ledger
  readonly writers: readonly Writer[]
  readonly prices: Prices
  readonly random: () => number
  server: RunningServer
  close(): Promise<void>
}

export type KillReport = Verified & { readonly kills: number; readonly operations: number }

const writerCount = 8
const loadMinMs = 120
const loadSpanMs = 380
const repeatsPerWriter = 3
const recoverWithinMs = 60_000
const wholeStartMs = 180_000

/** A random source that repeats with the seed that a failure prints. */
export function seededRandom(seed: number): () => number {
  let state = seed | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4_294_967_296
  }
}

/** Starts a database, a server and eight people with funds. */
export async function openArena(
  seed: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<Arena> {
  const postgres = await startPostgres('lively')
  const port = await freePort()
  const server = await startServer({ databaseUrl: postgres.url, port, environment })
  return openWith(seed, server, postgres, postgres.url)
}

/** Starts everything through `npm start`, with its embedded PostgreSQL. */
export async function openWholeArena(seed: number): Promise<Arena> {
  const server = await startServer({ through: 'npm', readyMs: wholeStartMs })
  return openWith(seed, server, null, embeddedUrl(server.dataFolder))
}

/** Prepares eight people with funds on a running server. */
export async function openWith(
  seed: number,
  server: RunningServer,
  postgres: RunningPostgres | null,
  databaseUrl: string,
): Promise<Arena> {
  const writers: Writer[] = []
  for (let i = 0; i < writerCount; i++) {
    writers.push(createWriter(await newPerson(server.client, `penulis-${i}`)))
  }
  const arena: Arena = {
    postgres,
    ledger: await openLedger(databaseUrl),
    writers,
    server,
    prices: await pricesAround(server.client),
    random: seededRandom(seed),
    async close() {
      await arena.ledger.close()
      if (arena.server.process.isRunning()) await arena.server.stop()
      await postgres?.stop()
    },
  }
  return arena
}

/** Starts `npm start` again on the same data. */
export async function restartWhole(arena: Arena): Promise<void> {
  const { port, dataFolder } = arena.server
  await arena.ledger.close()
  arena.server = await startServer({ through: 'npm', port, dataFolder, readyMs: wholeStartMs })
  arena.ledger = await openLedger(embeddedUrl(dataFolder))
}

async function pricesAround(client: Client): Promise<Prices> {
  const answer = await client.call('GET', '/exchange/load-first-time', {
    query: { pair: 'BTC_IDR' },
  })
  const market = objectAt(objectAt(answer.body, 'data'), 'market')
  const last = Number(textAt(market, 'last_price'))
  return { low: last * 0.99, high: last * 1.01, tick: 1_000 }
}

/**
 * Lets everybody trade for a random time, runs `act` in the middle of it, and waits until all have stopped.
 */
export async function underLoad(arena: Arena, act: () => Promise<unknown>): Promise<void> {
  const stop = new AbortController()
  const { server, writers, prices, random } = arena
  const trading = writers.map((writer) => trade(server.client, writer, prices, stop.signal, random))
  await new Promise((resolve) => setTimeout(resolve, loadMinMs + random() * loadSpanMs))
  await act()
  stop.abort()
  await Promise.all(trading)
}

/** Starts a server again on the same database and port. */
export async function restart(arena: Arena): Promise<void> {
  const { port } = arena.server
  arena.server = await startServer({ databaseUrl: databaseOf(arena).url, port })
}

/** The database that the arena started. Throws if the server embeds its own. */
export function databaseOf({ postgres }: Arena): RunningPostgres {
  if (postgres === null) throw new Error('this server brings its own database')
  return postgres
}

/** Checks everything that the writers of an arena know. */
export function verifyArena(arena: Arena): Promise<Verified> {
  return verify(arena.server.client, arena.ledger, arena.writers, repeatsPerWriter)
}

/** Lets everybody trade for a while, kills the target in the middle of it, restarts everything and checks. */
export async function killOnce(arena: Arena, target: Target): Promise<Verified> {
  const { server } = arena
  const postgres = databaseOf(arena)
  await underLoad(arena, () => (target === 'server' ? server.kill() : postgres.kill()))
  if (target === 'server') await restart(arena)
  else {
    await postgres.start()
    await waitReady(server.client, server.process, recoverWithinMs)
  }
  return verifyArena(arena)
}

/** Kills this many times and collects the findings. Stops at the first violation. */
export async function killRepeatedly(
  arena: Arena,
  target: Target,
  kills: number,
): Promise<KillReport> {
  let resolved = 0
  let done = 0
  let last: Verified | null = null
  while (done < kills) {
    last = await killOnce(arena, target)
    resolved += last.resolved
    done++
    if (findingLines(last).length > 0) break
  }
  if (last === null) throw new Error('no kill was asked for')
  const operations = arena.writers.reduce((sum, writer) => sum + writer.operations.length, 0)
  return { ...last, resolved, kills: done, operations }
}
