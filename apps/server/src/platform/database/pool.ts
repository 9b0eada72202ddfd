/** Connections to PostgreSQL for everything but the engine, and the one way to run a transaction. */
import { pg } from './driver.ts'
import type { Log } from '../logging/log.ts'

const connectionsMax = 10
const statementTimeoutMs = 5_000
/** Waiting for a connection while all are taken counts, too: a machine that stands still loses no call by it. */
const connectTimeoutMs = 10_000

export type Database = pg.Pool
export type Transaction = pg.PoolClient

/** PostgreSQL's number of the type `bigint`. */
const bigintOid = 20

/** Numbers, although the driver gives bigint as text: all ids and units of ours are below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === bigintOid) return Number
    return pg.types.getTypeParser(oid, format ?? 'text')
  },
}

/** Opens a pool; a connection that the server ends is dropped and logged, not thrown. */
export function openDatabase(url: string, log: Log): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    statement_timeout: statementTimeoutMs,
    connectionTimeoutMillis: connectTimeoutMs,
    types,
  })
  // The pool listens to its idle connections alone: one that ends under a transaction must not throw.
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      // The pool does not wait until its last connections are gone; that the database ends them is no news.
      if (!pool.ending) log.warn({ error: error.message }, 'a database connection ended')
    })
  })
  // The same of an idle connection; its own listener has told it.
  pool.on('error', () => undefined)
  return pool
}
