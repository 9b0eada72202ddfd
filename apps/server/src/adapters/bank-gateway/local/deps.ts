/** Dependencies of the local bank. */
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Faults } from './faults.ts'

export type LocalBankDeps = {
  readonly database: Database
  readonly faults: Faults
  /** Base URL of the pages for browsers, without a trailing slash. */
  readonly publicBase: string
  /** Name of the payee on invoices. */
  readonly merchant: string
  /** Fee of a payout in whole rupiah. */
  readonly payoutFee: number
  /** Milliseconds until a payout is decided. */
  readonly payoutMs: number
  /** Called when callbacks may be due. */
  readonly wake: () => void
}

/** Runs a change and stores its callbacks in one transaction, then starts their delivery. */
export async function changed<T>(
  { database, wake }: LocalBankDeps,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const result = await inTransaction(database, work)
  wake()
  return result
}
