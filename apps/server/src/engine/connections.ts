/** The engine's connections to PostgreSQL: each has one use, and every query has a timeout. */
import type pg from 'pg'
import { DatabaseClient } from '../platform/database/client.ts'

const connectTimeoutMs = 3_000
/** After this time the outcome of a commit is unknown and is read from the journal. */
const commitTimeoutMs = 4_000
/** A projector transaction, or a page read at the start, may take longer. */
const bulkTimeoutMs = 60_000
const closeTimeoutMs = 1_000

export type Connections = {
  /** For the lease, lookups of answers, and other small queries. */
  readonly control: pg.Client
  /** Appends to the journal; has no other use while the writer runs. */
  readonly journal: pg.Client
  /** Loads the state at a start, then writes the tables. */
  readonly tables: pg.Client
}

/**
 * Opens a connection whose queries fail after `queryTimeoutMs`.
 *
 * @param isPipelined whether queries are sent before the previous one is answered
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
  // A broken connection fails its next query; without a listener the error would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    destroy(client)
    throw error
  }
}

/** The connection for the lease; the others are opened after it. */
export function connectControl(databaseUrl: string): Promise<pg.Client> {
  return connect(databaseUrl, commitTimeoutMs)
}

/** Opens the writer's other connections. */
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

/** Closes connections properly, or cuts them if that takes too long. */
export async function close(clients: readonly pg.Client[]): Promise<void> {
  await Promise.all(
    clients.map(async (client) => {
      const timer = setTimeout(() => destroy(client), closeTimeoutMs)
      await client.end().catch(() => undefined)
      clearTimeout(timer)
    }),
  )
}

/** Cuts connections immediately. */
export function cut(clients: readonly pg.Client[]): void {
  for (const client of clients) destroy(client)
}

function destroy(client: pg.Client): void {
  client.connection.stream.destroy()
}
