/**
 * Tells people of their orders' ends, in the transaction that writes the orders (R-63): each is told
 * exactly once, whatever dies in between. Runs in the engine's worker.
 */
import { firstUserId } from '@tukar/core'
import type { Projection } from '../../engine/index.ts'

/** Writes a notice for each order of a user that ended in the batches. */
export const project: Projection = async (batches, query) => {
  const orderIds: number[] = []
  const timesMs: number[] = []
  for (const { timeMs, commands } of batches) {
    for (const { events } of commands) {
      for (const event of events) {
        if (event.kind !== 'order_closed' || event.accountId < firstUserId) continue
        orderIds.push(event.orderId)
        timesMs.push(timeMs)
      }
    }
  }
  if (orderIds.length === 0) return
  await query(
    `insert into notifications.notice (account_id, kind, params, created_at)
     select o.account_id, case o.status when 'filled' then 'order_filled' else 'order_canceled' end,
       jsonb_build_object('orderId', o.id, 'marketId', o.market_id, 'side', o.side,
         'quantity', o.quantity, 'filled', o.quantity - o.remaining),
       to_timestamp(ended.time_ms / 1000.0)
     from unnest($1::bigint[], $2::bigint[]) with ordinality as ended(order_id, time_ms, place)
     join exchange.orders o on o.id = ended.order_id
     order by ended.place`,
    [orderIds, timesMs],
  )
}
