import type pg from 'pg'
import { DatabaseClient } from './client.ts'

/**
 * An arbitrary lock number, the same in all our processes: changes of the schema and its rights run one after
 * another.
 */
const schemaLock = 7_301_844

/** Runs work on a separate connection. */
export async function onClient<T>(
  databaseUrl: string,
  run: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new DatabaseClient({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

/** Runs work on a separate connection, while no other process changes the schema or its rights. */
export function onSchema<T>(
  databaseUrl: string,
  run: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return onClient(databaseUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [schemaLock])
    return run(client)
  })
}
