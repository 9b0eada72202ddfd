/** A PostgreSQL for a test file, databases with the schema in them, and engines that end with the test. */
import { randomBytes } from 'node:crypto'
import { pg } from '../../platform/database/driver.ts'
import type { Command, CommandId } from '@tukar/core'
import { toProgramUrl } from '../../platform/database/embedded.ts'
import { temporaryCluster, type TestCluster } from '../../platform/database/testing/cluster.ts'
import { BootRefused } from '../recovery/boot-checks.ts'
import type { EngineOptions } from '../client.ts'
import { startTestEngine } from './start.ts'
import { createCommandId } from '../command-ids.ts'
import type { CommittedBatch, Engine, Outcome } from '../port.ts'
import { creditOf, listing } from './listing.ts'

export type Rig = {
  readonly cluster: TestCluster
  /** The URL of a new database with the schema. */
  database(): Promise<string>
  stop(): Promise<void>
}

/** Starts the cluster. */
export async function startRig(): Promise<Rig> {
  const cluster = await temporaryCluster()
  return {
    cluster,
    database: () => cluster.database(),
    stop: () => cluster.stop(),
  }
}

/** Starts an engine under the role of the program; it is stopped when the test or another owner ends. */
export async function engineFor(
  test: { readonly after: (end: () => Promise<void>) => unknown },
  databaseUrl: string,
  options: Partial<EngineOptions> = {},
): Promise<Engine> {
  const engine = await startTestEngine({
    databaseUrl: toProgramUrl(databaseUrl),
    seeds: listing,
    ...options,
  })
  test.after(() => engine.stop())
  return engine
}

/** The engine's refusal to start, which is one sentence. */
export async function refusalOf(
  databaseUrl: string,
  options: Partial<EngineOptions> = {},
): Promise<string> {
  const refused = await startTestEngine({
    databaseUrl,
    seeds: listing,
    ...options,
  })
    .then((engine) => engine.stop())
    .catch((error: unknown) => error)
  if (!(refused instanceof BootRefused)) throw new Error(`it was not refused: ${String(refused)}`)
  if (!/^[A-Z].*\.$/.test(refused.message)) throw new Error(`no sentence: ${refused.message}`)
  return refused.message
}

/** All rows of a query, on a separate connection. */
export async function rowsOf(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** The first column of the first row, as a number. */
export async function numberOf(databaseUrl: string, text: string): Promise<number> {
  const [row] = await rowsOf(databaseUrl, text)
  return Number(Object.values(row ?? {})[0])
}

/** A UUIDv7 of this time. */
export function uuidAt(timeMs: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(timeMs, 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const text = bytes.toString('hex')
  const parts = [0, 8, 12, 16, 20, 32]
  return parts
    .slice(1)
    .map((end, place) => text.slice(parts[place], end))
    .join('-')
}

/** A fresh id for an account's command. */
export function freshId(accountId: number, command: Command, timeMs = Date.now()): CommandId {
  return createCommandId(accountId, uuidAt(timeMs), command)
}

/** The id of the order that an outcome accepted. Throws for every other outcome. */
export function acceptedOrderId(outcome: Outcome): number {
  const events = outcome.status === 'accepted' ? outcome.events : []
  const accepted = events.find((event) => event.kind === 'order_accepted')
  if (accepted?.kind !== 'order_accepted') throw new Error(`no order: ${outcome.status}`)
  return accepted.orderId
}

/**
 * Noon in Jakarta on a day far in the future. An engine that begins there (`firstTimeMs`) stays there,
 * because its time never runs back to that of the machine. So the test controls day and month.
 */
export const keptTimeMs = Date.UTC(2051, 4, 17, 5)

const plenty = 1_000_000_000_000_000

/** Gives accounts plenty of both currencies of the test listing. */
export async function fund(engine: Engine, accountIds: readonly number[]): Promise<void> {
  const credits = accountIds.flatMap((accountId) => [
    creditOf(accountId, 1, plenty),
    creditOf(accountId, 2, plenty / 1_000),
  ])
  for (const outcome of await Promise.all(credits.map((credit) => engine.submit(credit, null)))) {
    if (outcome.status !== 'accepted') throw new Error(`a credit came to ${outcome.status}`)
  }
}

/** Collects every batch that the engine delivers from now on. */
export function batchesOf(engine: Engine): readonly CommittedBatch[] {
  const batches: CommittedBatch[] = []
  engine.onCommitted((batch) => batches.push(batch))
  return batches
}

/** How many outcomes there were of each status. */
export function statusesOf(outcomes: readonly Outcome[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
