/**
 * Withdrawals whose next pass was postponed by a changed row. The time of the next pass is in the row, so
 * write access to the database could make a payout wait forever unnoticed (ATT-97).
 */
import type { Database } from '../../../platform/database/pool.ts'
import type { RowKind } from '../machine/row-store.ts'

/** The states in which withdrawals are processed repeatedly. */
const statesByKind = {
  withdrawal: {
    soon: ['approved', 'sending', 'unknown', 'sent'],
    // They may wait for a pause of several days.
    resting: ['requested', 'held'],
  },
  chain_withdrawal: {
    soon: ['approved', 'signing', 'signed', 'broadcast', 'confirming'],
    resting: ['requested', 'held'],
  },
} as const satisfies Partial<Record<RowKind, object>>

export type PostponableKind = keyof typeof statesByKind

/** The maximum delay in the states `soon`. */
const furthestHours = 2
/** The maximum delay in the states `resting`: no pause lasts longer. */
const restingDays = 31

/** Makes postponed withdrawals due; returns their number. */
export async function wakePostponed(
  database: Pick<Database, 'query'>,
  kind: PostponableKind,
): Promise<number> {
  const { soon, resting } = statesByKind[kind]
  const hastened = await database.query(
    `update wallets.${kind} set next_look_at = now(), hints = hints + 1
     where (state = any($1) and (next_look_at is null or next_look_at > now() + make_interval(hours => $3)))
       or (state = any($2) and (next_look_at is null or next_look_at > now() + make_interval(days => $4)))`,
    [soon, resting, furthestHours, restingDays],
  )
  return hastened.rowCount ?? 0
}

const minuteMs = 60_000

/** Wraps work so that it runs at the first call, and then at most once a minute. */
export function onceAMinute(work: () => Promise<void>): () => Promise<void> {
  let dueMs = 0
  return async () => {
    const nowMs = performance.now()
    if (nowMs < dueMs) return
    dueMs = nowMs + minuteMs
    await work()
  }
}
