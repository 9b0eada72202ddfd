/** The one way to run a transaction: all of it, or nothing. */
import type { Database, Transaction } from './pool.ts'
import { isUnanswered } from './trouble.ts'

/**
 * Runs the work on one connection and commits; whatever it throws takes everything back, and so does an
 * error of the database that it kept to itself: then this throws.
 */
export function inTransaction<T>(
  database: Database,
  work: (client: Transaction) => Promise<T>,
): Promise<T> {
  return run(database, 'begin', work)
}

/** Runs reads on one connection, all of which see the tables as they are at the first of them. */
export function inSnapshot<T>(
  database: Database,
  work: (client: Pick<Transaction, 'query'>) => Promise<T>,
): Promise<T> {
  return run(database, 'begin isolation level repeatable read read only', work)
}

async function run<T>(
  database: Database,
  begin: string,
  work: (client: Transaction) => Promise<T>,
): Promise<T> {
  const client = await database.connect()
  let broken: Error | undefined
  try {
    await client.query(begin)
    const result = await work(client)
    const done = await client.query('commit')
    // A transaction that broke inside answers COMMIT with ROLLBACK, without an error (FLT-12).
    if (done.command !== 'COMMIT') throw new Error('a transaction was rolled back')
    return result
  } catch (error) {
    // Over a line that is silent nothing more is said: to take back would wait as long again.
    if (isUnanswered(error)) broken = new Error('a connection is silent', { cause: error })
    else
      await client.query('rollback').catch((cause: unknown) => {
        broken = new Error('a transaction could not be taken back', { cause })
      })
    throw error
  } finally {
    client.release(broken)
  }
}
