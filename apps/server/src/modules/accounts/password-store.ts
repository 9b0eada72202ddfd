/** Password hashes in the database. */
import type { Transaction } from '../../platform/database/pool.ts'

/** Sets a user's password; attempts at the old one no longer count. */
export async function updatePassword(
  transaction: Transaction,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await transaction.query('update accounts.users set password_hash = $2 where id = $1', [
    userId,
    passwordHash,
  ])
  await transaction.query(
    `delete from accounts.sign_in_attempt
     where email_key = (select email_key from accounts.users where id = $1)`,
    [userId],
  )
}
