/** What was planned and signed for a withdrawal, as far as it is proven: all of it, or nothing is done by it. */
import type { Database } from '../../../../../platform/database/pool.ts'
import type { Keys } from '../../../../../platform/secrets/keys.ts'
import { isRequested } from '../approving.ts'
import { readPayment } from '../payment-store.ts'
import { type KeptTransaction, transactionsOf } from '../withdrawal-store.ts'
import { isProvenTransaction } from './transaction-proof.ts'

/** Somebody put or changed what was planned or signed for a withdrawal. */
export class ForgedTransaction extends Error {
  override readonly name = 'ForgedTransaction'
}

/**
 * All that was ever planned or signed for a withdrawal, the first first; throws `ForgedTransaction` where the
 * withdrawal is not what its owner asked for, or one of them has no proof.
 */
export async function provenTransactionsOf(
  { database, keys }: { readonly database: Pick<Database, 'query'>; readonly keys: Keys },
  withdrawalId: number,
): Promise<readonly KeptTransaction[]> {
  const all = await transactionsOf(database, withdrawalId)
  if (all.length === 0) return all
  const payment = await readPayment(database, withdrawalId)
  const { reference, holdId, chain } = payment
  const of = { purpose: 'payout', reference, holdId, chain } as const
  const isWhole = all.every((one) => isProvenTransaction(keys, { ...one, ...of }, one.proof))
  if (!isWhole || !isRequested(keys, payment, payment.requestMac)) {
    throw new ForgedTransaction(`what was signed for withdrawal ${withdrawalId} has no proof`)
  }
  return all
}
