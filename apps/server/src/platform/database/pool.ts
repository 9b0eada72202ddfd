/** Connections to PostgreSQL for everything but the engine, and the only way to run a transaction. */
import { DatabaseClient } from './client.ts'
import { pg } from './driver.ts'
import type { Log } from '../logging/log.ts'
import { ShedPool } from './shed-pool.ts'

const connectionsMax = 10

/** Timeouts, in milliseconds. */
export type DatabaseLimits = {
  /** For a statement, measured by PostgreSQL, which cancels it. */
  readonly statementMs: number
  /** For the answer to a statement, measured here: detects a dead connection (FLT-08). */
  readonly answerMs: number
  /** For getting a connection; a suspension of the machine does not count. */
  readonly connectMs: number
  /** If no connection was released for this long, waiting callers are refused (FLT-11). */
  readonly stuckMs: number
}

const usual: DatabaseLimits = {
  statementMs: 5_000,
  answerMs: 10_000,
  connectMs: 10_000,
  stuckMs: 10_000,
}

/** A transaction whose connection died silently must not lock its rows for hours. */
const idleTransactionMs = 60_000
/** How much longer than PostgreSQL's own timeout this side waits for its error. */
const wordMs = 5_000

export type Database = pg.Pool
export type Transaction = pg.PoolClient

/** PostgreSQL's number of the type `bigint`. */
const bigintOid = 20

/** As numbers, although the driver returns bigint as text: all our ids and units are below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === bigintOid) return Number
    return pg.types.getTypeParser(oid, format ?? 'text')
  },
}

/**
 * Opens a pool. A connection that the server ends is dropped and logged. Every wait has a timeout;
 * `isDatabaseUnavailable` recognizes these errors.
 */
export function openDatabase(
  url: string,
  log: Log,
  limits: Partial<DatabaseLimits> = {},
): Database {
  const { statementMs, answerMs, connectMs, stuckMs } = { ...usual, ...limits }
  const pool = new ShedPool(
    {
      connectionString: url,
      Client: DatabaseClient,
      max: connectionsMax,
      statement_timeout: statementMs,
      query_timeout: answerMs,
      idle_in_transaction_session_timeout: idleTransactionMs,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      types,
    },
    stuckMs,
  )
  // The pool listens only to idle connections: an error during a transaction must not be unhandled.
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      // While the pool closes, connections that the database ends are expected.
      if (!pool.ending) log.warn({ error: error.message }, 'database connection ended')
    })
  })
  // The same error of an idle connection; the connection's own listener has logged it.
  pool.on('error', () => undefined)
  // Resets an extended timeout when the connection is released.
  pool.on('release', (_, client) => boundAnswers(client, answerMs))
  return pool
}

/** Extends the timeout of each further statement of this transaction, in milliseconds. */
export async function giveTime(transaction: Transaction, ms: number): Promise<void> {
  await transaction.query(`set local statement_timeout = ${ms}`)
  boundAnswers(transaction, ms + wordMs)
}

/** The driver reads this field before each query; its types do not include it. */
function boundAnswers(client: Transaction, ms: number): void {
  const parameters: unknown = Reflect.get(client, 'connectionParameters')
  if (typeof parameters === 'object' && parameters !== null) {
    Reflect.set(parameters, 'query_timeout', ms)
  }
}
