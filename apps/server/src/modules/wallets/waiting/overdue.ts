/**
 * Payouts of coins that only wait: no node or signer says anything of them, or somebody changed what they wait for.
 * What each state waits for has alarms of its own; this one is for whatever is left, so that none waits unheard.
 */
import type { Database } from '../../../platform/database/pool.ts'
import { bumpsMax } from '../chains/withdrawals/deps.ts'
import type { ChainWithdrawal, ChainWithdrawalState } from '../chains/withdrawals/withdrawal-row.ts'
import { wakePostponed, onceAMinute } from './postponed-rows.ts'

/** It left its owner's hands long ago, and nothing says what became of it. */
export const overdueAlarm = 'waits_too_long'

/** States in which a payout is out of its owner's hands and not at its end. */
const underWay: readonly ChainWithdrawalState[] = ['signing', 'signed', 'broadcast', 'confirming']

/** For the blocks upon a payout, however slow they come. */
const confirmingMs = 2 * 3_600_000

/** How long a payout may take from its slot to its end: all its higher fees, and the blocks upon it. */
export function overdueAfter(bumpAfterMs: number): number {
  return (bumpsMax + 1) * bumpAfterMs + confirmingMs
}

/**
 * Whether a payout is under way for longer than that. Its steps say since when, by the database's clock: the program's
 * role can only add to them, so nobody makes it younger. One without that step was never sent on its way by us.
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
  /** At most once a minute: has each withdrawal looked at in time, and counts those with an alarm. */
  runOnce(): Promise<void>
  /** How many payouts under way had an alarm at the last look; -1 before the first. */
  alarmed(): number
}

/** Watches over what waits, whoever put it off. */
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
