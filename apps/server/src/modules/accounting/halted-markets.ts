/**
 * Markets that were halted only because of a halted currency, and open again when it resumes. The last proof
 * decides: an inserted row opens no market that operators closed, and a deleted row keeps none closed.
 */
import type { Database } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { provenValues, addProof } from '../../platform/secrets/row-proofs.ts'
import type { Connection } from './range.ts'

type Deps = { readonly database: Database; readonly keys: Keys }

const kind = 'stopped_market'
/** The proof's text for a market that is no longer halted; otherwise it names the halt. */
const opened = 'opened'

/** Halted markets, each with its halt. */
export async function readHaltedMarkets(
  connection: Connection,
  keys: Keys,
): Promise<ReadonlyMap<number, number>> {
  const recorded = [...(await provenValues(connection, keys, kind))]
  const stopped = recorded.filter(([, says]) => says !== opened)
  return new Map(stopped.map(([marketId, haltId]) => [Number(marketId), Number(haltId)]))
}

/** Records that a market is halted for a halt; the first halt stays. */
export function noteMarketHalted({ database, keys }: Deps, marketId: number, haltId: number) {
  return inTransaction(database, async (transaction) => {
    await transaction.query(
      `insert into books.stopped_market (market_id, halt_id) values ($1, $2)
       on conflict (market_id) do nothing`,
      [marketId, haltId],
    )
    if ((await readHaltedMarkets(transaction, keys)).has(marketId)) return
    await addProof(transaction, keys, { kind, subject: `${marketId}` }, `${haltId}`)
  })
}

/** Records that a market is no longer halted. */
export function noteMarketResumed({ database, keys }: Deps, marketId: number) {
  return inTransaction(database, async (transaction) => {
    await transaction.query('delete from books.stopped_market where market_id = $1', [marketId])
    await addProof(transaction, keys, { kind, subject: `${marketId}` }, opened)
  })
}

/** Proves market halts from before there were proofs, as they are now. */
export async function proveEarlierMarketHalts(connection: Connection, keys: Keys): Promise<void> {
  for (const [marketId, haltId] of await readHaltedRows(connection)) {
    await addProof(connection, keys, { kind, subject: `${marketId}` }, `${haltId}`)
  }
}

/** Markets whose rows differ from the record, by id. */
export async function unprovenMarketHalts(
  connection: Connection,
  keys: Keys,
): Promise<readonly string[]> {
  const rows = await readHaltedRows(connection)
  const recorded = await readHaltedMarkets(connection, keys)
  const all = [...new Set([...rows.keys(), ...recorded.keys()])]
  return all.filter((marketId) => rows.get(marketId) !== recorded.get(marketId)).map(String)
}

async function readHaltedRows(connection: Connection): Promise<ReadonlyMap<number, number>> {
  const found = await connection.query<{ marketId: number; haltId: number }>(
    `select market_id::float8 as "marketId", halt_id::float8 as "haltId" from books.stopped_market
     order by market_id`,
  )
  return new Map(found.rows.map(({ marketId, haltId }) => [marketId, haltId]))
}
