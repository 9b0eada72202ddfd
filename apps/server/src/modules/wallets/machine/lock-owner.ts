/** Whose a row is that is about to be made. */
import type { Transaction } from '../../../platform/database/pool.ts'
import { Refusal } from '../../../platform/http/refusal.ts'

/** Holds the owner's row until the transaction ends; refuses who is gone or on his way out (DEC-40). */
export async function lockOwner(transaction: Transaction, userId: number): Promise<void> {
  // Not against rows that merely name him: a look that tells him of a move would wait for this one, and
  // this one for the row that the look moves.
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
