/** The owner of a row that is about to be inserted. */
import type { Transaction } from '../../../platform/database/pool.ts'
import { Refusal } from '../../../platform/http/refusal.ts'

/**
 * Locks the owner's row until the transaction ends; refuses deleted owners and those with a pending deletion
 * (DEC-40).
 */
export async function lockOwner(transaction: Transaction, userId: number): Promise<void> {
  // `no key update` does not conflict with foreign keys to the user. Otherwise a pass that inserts a
  // notification would wait for this transaction, which waits for the row of that pass.
  const owner = await transaction.query(
    'select 1 from accounts.users where id = $1 and deleted_at is null for no key update',
    [userId],
  )
  if (owner.rowCount !== 1) throw new Refusal('session.invalid')
  const leaving = await transaction.query('select 1 from accounts.deletion where user_id = $1', [
    userId,
  ])
  if (leaving.rowCount !== 0) throw new Refusal('deletion.under_way')
}
