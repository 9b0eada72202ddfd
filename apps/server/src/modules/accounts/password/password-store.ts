/** Password hashes in the database. */
import type { Transaction } from '../../../platform/database/pool.ts'

/**
 * Whether a user has a password. It is false if the address was registered more than once, because none of
 * those passwords counts.
 */
export async function hasPassword(transaction: Transaction, userId: number): Promise<boolean> {
  const found = await transaction.query(
    'select 1 from accounts.users where id = $1 and password_hash is not null',
    [userId],
  )
  return found.rowCount === 1
}

/** Sets a user's password. */
export async function updatePassword(
  transaction: Transaction,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await transaction.query('update accounts.users set password_hash = $2 where id = $1', [
    userId,
    passwordHash,
  ])
}
