/** The only way to run a transaction: all of it, or nothing. */
import type { Database, Transaction } from './pool.ts'
import { isUnanswered } from './unavailable.ts'

/** Work to run after a running transaction has ended. */
const afterwards = new WeakMap<Transaction, (() => Promise<void>)[]>()

/**
 * Runs work after a transaction has ended, committed or rolled back: for what must persist after a refusal.
 * The transaction's connection is free by then. A second connection inside a transaction could deadlock the
 * pool.
 */
export function afterTransaction(transaction: Transaction, work: () => Promise<void>): void {
  const works = afterwards.get(transaction)
  if (works === undefined) throw new Error('this transaction is not run by inTransaction')
  works.push(work)
}

/**
 * Runs work on one connection and commits. An error rolls back; so does a database error that the work
 * swallowed, and then this throws.
 */
export function inTransaction<T>(
  database: Database,
  work: (client: Transaction) => Promise<T>,
): Promise<T> {
  return run(database, 'begin', work)
}

/** Runs reads on one connection, all in one snapshot. */
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
  const works: (() => Promise<void>)[] = []
  afterwards.set(client, works)
  try {
    return await runOn(client, begin, work)
  } finally {
    for (const after of works) await after()
  }
}

async function runOn<T>(
  client: Transaction,
  begin: string,
  work: (client: Transaction) => Promise<T>,
): Promise<T> {
  let broken: Error | undefined
  try {
    await client.query(begin)
    const result = await work(client)
    const done = await client.query('commit')
    // A failed transaction answers COMMIT with ROLLBACK, without an error (FLT-12).
    if (done.command !== 'COMMIT') throw new Error('a transaction was rolled back')
    return result
  } catch (error) {
    // On a silent connection a rollback would wait for another timeout.
    if (isUnanswered(error)) broken = new Error('a connection is silent', { cause: error })
    else
      await client.query('rollback').catch((cause: unknown) => {
        broken = new Error('a transaction could not be rolled back', { cause })
      })
    throw error
  } finally {
    afterwards.delete(client)
    client.release(broken)
  }
}
