/** The transactions of a withdrawal. They are used only if all of them are proven. */
import type { Database } from '../../../../../platform/database/pool.ts'
import type { Keys } from '../../../../../platform/secrets/keys.ts'
import { isRequested } from '../requests/approving.ts'
import { type Payment, readPayment } from '../payment-store.ts'
import { type StoredTransaction, transactionsOf, transactionsOfEach } from '../withdrawal-store.ts'
import { isProvenTransaction } from './transaction-proof.ts'

/** A planned or signed transaction was inserted or changed by hand. */
export class ForgedTransaction extends Error {
  override readonly name = 'ForgedTransaction'
}

/**
 * All transactions of a withdrawal, oldest first. Throws `ForgedTransaction` if its request or one of the
 * transactions is not proven.
 */
export async function provenTransactionsOf(
  { database, keys }: { readonly database: Pick<Database, 'query'>; readonly keys: Keys },
  withdrawalId: number,
): Promise<readonly StoredTransaction[]> {
  const all = await transactionsOf(database, withdrawalId)
  if (all.length === 0) return all
  if (!isProven(keys, await readPayment(database, withdrawalId), all)) {
    throw new ForgedTransaction(`a transaction of withdrawal ${withdrawalId} has no valid proof`)
  }
  return all
}

/** The payments that have signed transactions, if all of those are proven. */
export async function signedAmong(
  { database, keys }: { readonly database: Pick<Database, 'query'>; readonly keys: Keys },
  payments: readonly Payment[],
): Promise<readonly Payment[]> {
  const stored = await transactionsOfEach(
    database,
    payments.map(({ rowId }) => rowId),
  )
  return payments.filter((payment) => {
    const all = stored.get(payment.rowId) ?? []
    return all.some(({ bytes }) => bytes !== null) && isProven(keys, payment, all)
  })
}

function isProven(keys: Keys, payment: Payment, all: readonly StoredTransaction[]): boolean {
  const { reference, holdId, chain } = payment
  const of = { purpose: 'payout', reference, holdId, chain } as const
  const isWhole = all.every((one) => isProvenTransaction(keys, { ...one, ...of }, one.proof))
  return isWhole && isRequested(keys, payment, payment.requestMac)
}
