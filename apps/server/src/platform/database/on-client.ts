import type pg from 'pg'
import { DatabaseClient } from './client.ts'

/** Any number, the same in all our processes: what changes the schema or its rights comes one after the other. */
const schemaLock = 7_301_844

/** Runs work on a connection of its own. */
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

/** Runs work on a connection of its own, while no other process changes the schema or its rights. */
export function onSchema<T>(
  databaseUrl: string,
  run: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return onClient(databaseUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [schemaLock])
    return run(client)
  })
}
