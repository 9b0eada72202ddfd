/** Holds without an open row that they belong to (INV-05). */
import type { Database } from '../../platform/database/pool.ts'
import type { StrayHold } from '../accounting/index.ts'

/**
 * A row changes its balances and its state shortly after each other, and the tables may lag behind the
 * journal, where a released hold still shows.
 */
const isAtRest = `(r.taken_until is null or r.taken_until < now())
  and r.updated_at < now() - interval '10 seconds'
  and (w.row_no >= (select coalesce(max(row_no), 0) from exchange.journal)
    or r.updated_at < to_timestamp(w.time_ms / 1000.0) - interval '10 seconds')`

const openStates = {
  withdrawal: ['requested', 'held', 'waiting', 'approved', 'sending', 'unknown', 'sent'],
  chain_withdrawal: [
    'requested',
    'held',
    'waiting_approval',
    'approved',
    'signing',
    'signed',
    'broadcast',
    'confirming',
  ],
} as const

/** All of them. The rows are found by id, so the time grows with the number of holds. */
export async function strayHolds(database: Database): Promise<readonly StrayHold[]> {
  const found: StrayHold[] = []
  for (const [kind, states] of Object.entries(openStates)) {
    const { rows } = await database.query<StrayHold>(
      `select h.currency_id as "currencyId", h.source, h.remaining
       from (select *, split_part(source, ':', 2)::bigint as row_id from exchange.hold
         where source ~ $1 offset 0) h
       cross join exchange.watermark w
       left join wallets.${kind} r on r.id = h.row_id
       where r.id is null or (not r.state = any($2) and ${isAtRest})
       order by h.id limit 1000`,
      [`^${kind}:[0-9]{1,15}$`, states],
    )
    found.push(...rows)
  }
  return found
}
