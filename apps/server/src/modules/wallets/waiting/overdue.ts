/**
 * Detects coin withdrawals that wait too long: no node or signer answers, or their rows were changed. Each
 * state has alarms of its own; this one covers the rest, so that no withdrawal waits unnoticed.
 */
import type { Database } from '../../../platform/database/pool.ts'
import { bumpsMax } from '../chains/withdrawals/deps.ts'
import type { ChainWithdrawal, ChainWithdrawalState } from '../chains/withdrawals/withdrawal-row.ts'
import { wakePostponed, onceAMinute } from './postponed-rows.ts'

/** It was signed long ago, and its outcome is unknown. */
export const overdueAlarm = 'waits_too_long'

/** The states from signing until the end. */
const underWay: readonly ChainWithdrawalState[] = ['signing', 'signed', 'broadcast', 'confirming']

/** The allowance for slow confirmations. */
const confirmingMs = 2 * 3_600_000

/** The longest time from signing to the end of a payout: all fee increases, and the confirmations. */
export function overdueAfter(bumpAfterMs: number): number {
  return (bumpsMax + 1) * bumpAfterMs + confirmingMs
}

/**
 * Whether a payout is under way for longer than that. Its steps have the start time by the database's clock.
 * They are append-only, so the row cannot be made younger. A payout without such a step was never signed by
 * us.
 */
export async function isOverdue(
  database: Pick<Database, 'query'>,
  { rowId, state }: Pick<ChainWithdrawal, 'rowId' | 'state'>,
  afterMs: number,
): Promise<boolean> {
  if (!underWay.includes(state)) return false
  const found = await database.query<{ isOverdue: boolean }>(
    `select coalesce(min(at) <= now() - make_interval(secs => $2::float8 / 1000), true) as "isOverdue"
     from wallets.step where kind = 'chain_withdrawal' and row_id = $1 and state = 'signing'`,
    [rowId, afterMs],
  )
  return found.rows[0]?.isOverdue ?? true
}

async function countAlarmed(database: Pick<Database, 'query'>): Promise<number> {
  const found = await database.query<{ count: number }>(
    `select count(*)::int as count from wallets.chain_withdrawal
     where state = any($1) and alarm is not null`,
    [underWay],
  )
  return found.rows[0]?.count ?? 0
}

export type OverdueWatch = {
  /** At most once a minute: wakes postponed withdrawals, and counts those with an alarm. */
  runOnce(): Promise<void>
  /** The number of payouts under way with an alarm, as of the last check; -1 before the first. */
  alarmed(): number
}

/** Creates the watch. */
export function createOverdueWatch(database: Pick<Database, 'query'>): OverdueWatch {
  let alarmed = -1
  return {
    runOnce: onceAMinute(async () => {
      await wakePostponed(database, 'chain_withdrawal')
      alarmed = await countAlarmed(database)
    }),
    alarmed: () => alarmed,
  }
}
