/** The deposits and withdrawals of today in Jakarta over all rails, summed as they happen. */
import { firstCustodyId, lastCustodyId } from '@tukar/core'
import type { Database } from '../../platform/database/pool.ts'
import { wibDayStartMs } from '../../platform/time/day.ts'

/** Units of a currency; reversals are subtracted. */
export type Flow = {
  readonly currencyId: number
  readonly incoming: number
  readonly outgoing: number
}

type Moved = { readonly currencyId: number; readonly reason: string; readonly amount: number }
type FlowRow = { readonly asOf: number } & (Moved | { readonly currencyId: null })

/** The direction and sign of each reason. */
const sides: Readonly<
  Record<string, { readonly side: 'incoming' | 'outgoing'; readonly sign: number }>
> = {
  deposit: { side: 'incoming', sign: 1 },
  deposit_reversed: { side: 'incoming', sign: -1 },
  withdrawal: { side: 'outgoing', sign: 1 },
  withdrawal_reversed: { side: 'outgoing', sign: -1 },
}

// A transfer between a rail and any other account; holds of withdrawals and fees do not count.
const movedSince = `
  select w.seq as "asOf", m.* from exchange.watermark w
  left join (
    select currency_id as "currencyId", reason, sum(amount)::bigint as amount
    from exchange.transfer
    where seq > $1 and reason = any($2::text[])
      and (from_account_id between ${firstCustodyId} and ${lastCustodyId})
        <> (to_account_id between ${firstCustodyId} and ${lastCustodyId})
    group by currency_id, reason
  ) m on true`

/** The transfers of a day are at the end of the table, so it is read backward from there. */
const lastBefore = `
  select seq from exchange.transfer where time_ms < $1 order by seq desc, no desc limit 1`

/** Creates the reader of the day's flows; each call reads what was added since the last one. */
export function createFlows(
  database: Database,
  clock: () => number,
): () => Promise<readonly Flow[]> {
  let dayMs = Number.NaN
  let asOf = 0
  let flows = new Map<number, Flow>()
  const beginDay = async (startMs: number): Promise<void> => {
    const found = await database.query<{ seq: number }>(lastBefore, [startMs])
    dayMs = startMs
    asOf = found.rows[0]?.seq ?? 0
    flows = new Map()
  }
  return async () => {
    const startMs = wibDayStartMs(clock())
    if (startMs !== dayMs) await beginDay(startMs)
    const { rows } = await database.query<FlowRow>(movedSince, [asOf, Object.keys(sides)])
    for (const row of rows) {
      asOf = row.asOf
      if (row.currencyId !== null) flows.set(row.currencyId, added(flows.get(row.currencyId), row))
    }
    return [...flows.values()]
  }
}

function added(flow: Flow | undefined, { currencyId, reason, amount }: Moved): Flow {
  const { incoming = 0, outgoing = 0 } = flow ?? {}
  const counted = sides[reason]
  const units = (counted?.sign ?? 0) * amount
  return counted?.side === 'incoming'
    ? { currencyId, incoming: incoming + units, outgoing }
    : { currencyId, incoming, outgoing: outgoing + units }
}
