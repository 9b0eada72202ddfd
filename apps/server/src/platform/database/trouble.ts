/** Which errors say that the database could not be asked, or did not answer, for a while (FLT-08, FLT-10, FLT-11). */
import { NoHostTakesWrites } from './client.ts'
import { pg } from './driver.ts'
import { DatabaseStuck } from './shed-pool.ts'

/**
 * Passing states of PostgreSQL by the classes of its codes: lines, full disk and too many connections, ended by
 * whoever runs it or by a bound, and of two transactions in each other's way the one that was taken back.
 */
const passing = /^(08...|53...|57(014|P0.)|40(001|P01)|55P03|25P03)$/

/** What the driver says, which has no codes, of lines that are cut, silent, or not there. */
const unheard = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
]

/** What the system says of them, and where it has no room for another one (FLT-21). */
const cut: readonly unknown[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EMFILE',
  'ENFILE',
]

/** Whether the same may succeed in a moment: nothing is wrong with what was asked. */
export function isDatabaseTrouble(error: unknown): boolean {
  if (error instanceof DatabaseStuck || error instanceof NoHostTakesWrites) return true
  if (error instanceof pg.DatabaseError) return passing.test(error.code ?? '')
  return isUnanswered(error)
}

/** Whether no answer came: then nobody knows what became of it, and the connection is of no use any more. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return unheard.includes(error.message) || ('code' in error && cut.includes(error.code))
}
