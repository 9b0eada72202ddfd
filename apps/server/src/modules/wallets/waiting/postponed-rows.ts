/**
 * Withdrawals whose next look somebody put off: when a row is looked at stands in the row itself, so whoever writes
 * into the database could have a payout wait for ever, and nobody would hear of it (ATT-97).
 */
import type { Database } from '../../../platform/database/pool.ts'
import type { RowKind } from '../machine/row-store.ts'

/** States of a withdrawal in which it is looked at again and again. */
const statesByKind = {
  withdrawal: {
    soon: ['approved', 'sending', 'unknown', 'sent'],
    // They may wait for a pause that lasts for days.
    resting: ['requested', 'held'],
  },
  chain_withdrawal: {
    soon: ['approved', 'signing', 'signed', 'broadcast', 'confirming'],
    resting: ['requested', 'held'],
  },
} as const satisfies Partial<Record<RowKind, object>>

export type PostponableKind = keyof typeof statesByKind

/** No look at a row that is looked at soon is further off. */
const furthestHours = 2
/** Nor one at a row that rests: no pause lasts longer. */
const restingDays = 31

/** Has a look be due at each withdrawal that none would come to in time; returns how many there were. */
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

/** What does something at the first call, and then at most once a minute. */
export function onceAMinute(work: () => Promise<void>): () => Promise<void> {
  let dueMs = 0
  return async () => {
    const nowMs = performance.now()
    if (nowMs < dueMs) return
    dueMs = nowMs + minuteMs
    await work()
  }
}
