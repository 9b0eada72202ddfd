/** Withdrawals that wait for their owner's account: counts and wakes them. */
import type { Database, Transaction } from '../../platform/database/pool.ts'

/** The states before sending, of rupiah and of coins. */
const waiting = [
  ['withdrawal', `state in ('held', 'waiting', 'approved')`],
  ['chain_withdrawal', `state in ('held', 'waiting_approval', 'approved')`],
] as const

/** The number of a user's withdrawals that were not sent yet. */
export async function countWaitingWithdrawals(
  connection: Pick<Database, 'query'>,
  userId: number,
): Promise<number> {
  const counts = waiting.map(
    ([table, states]) => `(select count(*) from wallets.${table} where user_id = $1 and ${states})`,
  )
  const found = await connection.query<{ count: number }>(`select ${counts.join(' + ')} as count`, [
    userId,
  ])
  return found.rows[0]?.count ?? 0
}

/** Makes the owner's withdrawals that were not sent yet due now: the account was suspended or resumed. */
export async function wakeWithdrawalsOf(transaction: Transaction, userId: number): Promise<void> {
  for (const [table, states] of waiting) {
    await transaction.query(
      `update wallets.${table} set hints = hints + 1, next_look_at = now()
       where user_id = $1 and ${states}`,
      [userId],
    )
  }
}
