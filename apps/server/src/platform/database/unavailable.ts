/** Which errors mean that the database is temporarily unavailable (FLT-08, FLT-10, FLT-11). */
import { NoHostTakesWrites } from './client.ts'
import { pg } from './driver.ts'
import { DatabaseStuck } from './shed-pool.ts'

/**
 * Transient errors of PostgreSQL by their codes: connections, full disk, too many connections, shutdown or
 * cancellation, timeouts, and serialization failures and deadlocks.
 */
const passing = /^(08...|53...|57(014|P0.)|40(001|P01)|55P03|25P03)$/

/** The driver's error messages, which have no codes, for connections that are cut, silent or refused. */
const connectionErrors = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
]

/** The system's codes for them, and for too many open files (FLT-21). */
const cut: readonly unknown[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EMFILE',
  'ENFILE',
]

/** Whether the same query may succeed in a moment: the error is not its fault. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseStuck || error instanceof NoHostTakesWrites) return true
  if (error instanceof pg.DatabaseError) return passing.test(error.code ?? '')
  return isUnanswered(error)
}

/** Whether there was no answer: then the outcome is unknown, and the connection cannot be used again. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return connectionErrors.includes(error.message) || ('code' in error && cut.includes(error.code))
}
