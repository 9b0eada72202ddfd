/**
 * The chains' liabilities to the house: fees of withdrawals and house reserves, less the network fees. They
 * are summed from the engine's transfers, which are append-only for the program. The sum continues from the
 * last proven one, so that the cost does not grow with the history.
 */
import { houseAccounts } from '@tukar/core'
import * as z from 'zod/mini'
import type { Database } from '../../../../platform/database/pool.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { addProof, provenValues } from '../../../../platform/secrets/row-proofs.ts'

type Connection = Pick<Database, 'query'>

/** Units of each currency up to the transfers of a command, by its number. */
const SaidSum = z.object({ seq: z.int(), units: z.array(z.tuple([z.int(), z.int()])) })

const row = { kind: 'kept_fees', subject: 'all' } as const
/** After so many transfers of the account of fees the sum is proven again. */
const transfersBetweenProofs = 1_000

/** The units of a currency that the house kept. */
export async function keptFeesOf(
  connection: Connection,
  keys: Keys,
  currencyId: number,
): Promise<number> {
  const says = (await provenValues(connection, keys, row.kind, [row.subject])).get(row.subject)
  const proven = says === undefined ? { seq: -1, units: [] } : SaidSum.parse(JSON.parse(says))
  const sums = new Map(proven.units)
  let { seq } = proven
  let count = 0
  for (const since of await transfersSince(connection, proven.seq)) {
    sums.set(since.currencyId, (sums.get(since.currencyId) ?? 0) + since.units)
    seq = Math.max(seq, since.lastSeq)
    count += since.count
  }
  if (count >= transfersBetweenProofs) {
    // Concurrent sums belong to different moments, and either is right.
    await addProof(connection, keys, row, JSON.stringify({ seq, units: [...sums] }))
  }
  return sums.get(currencyId) ?? 0
}

type SinceProof = {
  readonly currencyId: number
  readonly units: number
  readonly lastSeq: number
  readonly count: number
}

/** Transfers of the account of fees after a command's, summed for each currency. */
async function transfersSince(connection: Connection, seq: number): Promise<readonly SinceProof[]> {
  const found = await connection.query<SinceProof>(
    `select currency_id as "currencyId", coalesce(sum(units), 0)::bigint as units,
       max(seq)::bigint as "lastSeq", count(*)::int as count
     from (
       select seq, currency_id,
         case when reason in ('withdrawal_fee', 'house_reserve') then amount end as units
       from exchange.transfer where to_account_id = $1 and seq > $2
       union all
       select seq, currency_id, case when reason = 'network_fee' then 0 - amount end
       from exchange.transfer where from_account_id = $1 and seq > $2
     ) t group by currency_id`,
    [houseAccounts.fees, seq],
  )
  return found.rows
}
