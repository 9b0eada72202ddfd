/** What all of the local party stands on. */
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Faults } from './faults.ts'

export type BankParts = {
  readonly database: Database
  readonly faults: Faults
  /** Where browsers reach its pages, without a slash at the end. */
  readonly publicBase: string
  /** Whom invoices are paid to. */
  readonly merchant: string
  /** Whole rupiah that a payout costs. */
  readonly payoutFee: number
  /** How long a payout takes. */
  readonly payoutMs: number
  /** Called as soon as there may be something to send. */
  readonly wake: () => void
}

/** Runs a change with its callbacks as one, and has them sent. */
export async function changed<T>(
  { database, wake }: BankParts,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const result = await inTransaction(database, work)
  wake()
  return result
}
