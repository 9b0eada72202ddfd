/**
 * What holds an account: operators who suspended it, or a deposit that its chain took back, until people
 * decided (ADR 0017). Each is written down before the engine holds the account, and what is written here
 * counts for what waits to leave: the engine still settles what was set aside before.
 */
import type { Database } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { isSuspended } from '../accounts/index.ts'
import { isHolding, isProvenHeld } from './hold-proofs.ts'

type Connection = Pick<Database, 'query'>

/** What holds an account, as the cause of a withdrawal that waits for it. */
export type AccountHold = 'account_suspended' | 'account_held'

const heldByDeposits = (userId: string) =>
  `exists (select 1 from wallets.chain_deposit d where d.user_id = ${userId} and ${isHolding})`

/**
 * The `AccountHold` of a user in SQL, as rows show it, null where nothing holds him; what operators said comes first.
 * Before money leaves `findAccountHold` is asked.
 */
export function accountHoldIn(userId: 'w.user_id' | '$1'): string {
  return `case
    when exists (select 1 from accounts.suspension s
      where s.user_id = ${userId} and s.ended_at is null) then 'account_suspended'
    when ${heldByDeposits(userId)} then 'account_held' end`
}

/**
 * What holds an account now; null where nothing does. Whether operators suspended it, their proven decisions say; that a
 * deposit holds it no more, what was said with a proof.
 */
export async function findAccountHold(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<AccountHold | null> {
  if (await isSuspended(connection, keys, userId)) return 'account_suspended'
  return (await isHeldByDeposits(connection, keys, userId)) ? 'account_held' : null
}

/** Whether a deposit of an account holds it, whatever operators said of the account: by its row, or as it was said. */
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
