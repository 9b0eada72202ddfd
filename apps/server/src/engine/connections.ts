/** The engine's connections to PostgreSQL: each has one use, and none is waited for without a bound. */
import type pg from 'pg'
import { DatabaseClient } from '../platform/database/client.ts'

const connectTimeoutMs = 3_000
/** A commit that takes longer is in doubt: its fate is read from the journal. */
const commitTimeoutMs = 4_000
/** A transaction of the tables, or a page of a start, may take longer. */
const bulkTimeoutMs = 60_000
const closeTimeoutMs = 1_000

export type Connections = {
  /** The lease, lookups of answers, and whatever is small. */
  readonly control: pg.Client
  /** Appends to the journal, and nothing else once the writer runs. */
  readonly journal: pg.Client
  /** Loads the state at a start, then writes the tables. */
  readonly tables: pg.Client
}

/**
 * Opens one connection whose queries fail after `queryTimeoutMs`.
 *
 * @param isPipelined whether a query is sent before the one in front of it is answered
 */
export async function connect(
  databaseUrl: string,
  queryTimeoutMs: number,
  isPipelined = false,
): Promise<pg.Client> {
  const client = new DatabaseClient({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    pipeline: isPipelined,
    keepAlive: true,
    application_name: 'tukar-engine',
  })
  // A broken connection shows in the query that meets it; without a listener it would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    destroy(client)
    throw error
  }
}

/** The connection for the lease, which the others are opened behind. */
export function connectControl(databaseUrl: string): Promise<pg.Client> {
  return connect(databaseUrl, commitTimeoutMs)
}

/** Opens what a writer needs besides its control connection. */
export async function connectWriter(
  databaseUrl: string,
): Promise<Pick<Connections, 'journal' | 'tables'>> {
  const journal = await connect(databaseUrl, commitTimeoutMs)
  try {
    return { journal, tables: await connect(databaseUrl, bulkTimeoutMs, true) }
  } catch (error) {
    destroy(journal)
    throw error
  }
}

/** Closes connections politely, or without a word where that takes too long. */
export async function close(clients: readonly pg.Client[]): Promise<void> {
  await Promise.all(
    clients.map(async (client) => {
      const timer = setTimeout(() => destroy(client), closeTimeoutMs)
      await client.end().catch(() => undefined)
      clearTimeout(timer)
    }),
  )
}

/** Cuts connections at once: whatever they were doing, nobody waits for it. */
export function cut(clients: readonly pg.Client[]): void {
  for (const client of clients) destroy(client)
}

function destroy(client: pg.Client): void {
  client.connection.stream.destroy()
}
