/**
 * Why an account is held: operators suspended it, or a chain took back a credited deposit (ADR 0017). The
 * reason is stored before the engine suspends the account, and it already stops waiting withdrawals. The
 * engine still settles earlier holds.
 */
import type { Database } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { isSuspended } from '../accounts/index.ts'
import { isHolding, isProvenHeld } from './hold-proofs.ts'

type Connection = Pick<Database, 'query'>

/** Why an account is held, as the cause of a waiting withdrawal. */
export type AccountHold = 'account_suspended' | 'account_held'

const heldByDeposits = (userId: string) =>
  `exists (select 1 from wallets.chain_deposit d where d.user_id = ${userId} and ${isHolding})`

/**
 * SQL for the `AccountHold` of a user by the rows; null if nothing holds the account. A suspension by
 * operators has precedence. Before money leaves, `findAccountHold` decides instead.
 */
export function accountHoldIn(userId: 'w.user_id' | '$1'): string {
  return `case
    when exists (select 1 from accounts.suspension s
      where s.user_id = ${userId} and s.ended_at is null) then 'account_suspended'
    when ${heldByDeposits(userId)} then 'account_held' end`
}

/**
 * Why an account is held now; null if it is not. Suspensions are read from proven decisions, and the end of a
 * hold by a deposit from its proof.
 */
export async function findAccountHold(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<AccountHold | null> {
  if (await isSuspended(connection, keys, userId)) return 'account_suspended'
  return (await isHeldByDeposits(connection, keys, userId)) ? 'account_held' : null
}

/**
 * Whether a deposit holds the account, by its row or by its proof. Suspensions by operators do not count
 * here.
 */
export async function isHeldByDeposits(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<boolean> {
  const found = await connection.query<{ readonly isHeld: boolean }>(
    `select ${heldByDeposits('$1')} as "isHeld"`,
    [userId],
  )
  return found.rows[0]?.isHeld === true || (await isProvenHeld(connection, keys, userId))
}
