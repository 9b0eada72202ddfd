/** Connections to PostgreSQL for everything but the engine, and the one way to run a transaction. */
import { DatabaseClient } from './client.ts'
import { pg } from './driver.ts'
import type { Log } from '../logging/log.ts'
import { ShedPool } from './shed-pool.ts'

const connectionsMax = 10

/** How long things may take, in milliseconds. */
export type DatabaseLimits = {
  /** A statement, as PostgreSQL counts; it cuts it off itself. */
  readonly statementMs: number
  /** A statement, as we count: for a line that carries nothing any more (FLT-08). */
  readonly answerMs: number
  /** Waiting for a connection; a machine that stands still loses no call by it. */
  readonly connectMs: number
  /** Without any connection given back for so long, nobody waits for one any more (FLT-11). */
  readonly stuckMs: number
}

const usual: DatabaseLimits = {
  statementMs: 5_000,
  answerMs: 10_000,
  connectMs: 10_000,
  stuckMs: 10_000,
}

/** A transaction whose line is gone without a word must not keep its rows for hours. */
const idleTransactionMs = 60_000
/** So much longer than PostgreSQL we wait for its word that it cut a long statement off. */
const wordMs = 5_000

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

/**
 * Opens a pool; a connection that the server ends is dropped and logged, not thrown. Nothing is waited for
 * without a bound: what is not answered in time rejects, as `isDatabaseTrouble` tells.
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
  // The pool listens to its idle connections alone: one that ends under a transaction must not throw.
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      // The pool does not wait until its last connections are gone; that the database ends them is no news.
      if (!pool.ending) log.warn({ error: error.message }, 'a database connection ended')
    })
  })
  // The same of an idle connection; its own listener has told it.
  pool.on('error', () => undefined)
  // Whoever took his time gives it back with the connection.
  pool.on('release', (_, client) => boundAnswers(client, answerMs))
  return pool
}

/** Lets each statement of the rest of this transaction take as long, in milliseconds. */
export async function giveTime(transaction: Transaction, ms: number): Promise<void> {
  await transaction.query(`set local statement_timeout = ${ms}`)
  boundAnswers(transaction, ms + wordMs)
}

/** The driver reads the bound before each query, and has no name for it in its types. */
function boundAnswers(client: Transaction, ms: number): void {
  const parameters: unknown = Reflect.get(client, 'connectionParameters')
  if (typeof parameters === 'object' && parameters !== null) {
    Reflect.set(parameters, 'query_timeout', ms)
  }
}
