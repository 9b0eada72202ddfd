/** Holds of money that waits on the outside, and has no open row that it is for (INV-05). */
import type { Database } from '../../platform/database/pool.ts'
import type { StrayHold } from '../accounting/index.ts'

/**
 * A row changes its books and its state within moments, one after the other; and the tables have to be past
 * both: while they are behind the journal, a hold that is gone still stands in them.
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

/** All of them; the rows are found by their ids, so it takes as long as there are holds. */
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
