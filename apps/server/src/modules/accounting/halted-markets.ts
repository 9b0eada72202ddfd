/**
 * Markets that were stopped for a halt alone, and open when it ends. What was said last with a proof holds: a row that
 * somebody put there opens no market that people closed, and one that was removed keeps none from opening.
 */
import type { Database } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { provenValues, addProof } from '../../platform/secrets/row-proofs.ts'
import type { Connection } from './range.ts'

type Deps = { readonly database: Database; readonly keys: Keys }

const kind = 'stopped_market'
/** As the proof says it of a market that is stopped no more; else it says the halt. */
const opened = 'opened'

/** Stopped markets, each with the halt that it was stopped for. */
export async function readHaltedMarkets(
  connection: Connection,
  keys: Keys,
): Promise<ReadonlyMap<number, number>> {
  const said = [...(await provenValues(connection, keys, kind))]
  const stopped = said.filter(([, says]) => says !== opened)
  return new Map(stopped.map(([marketId, haltId]) => [Number(marketId), Number(haltId)]))
}

/** Notes that a market is stopped for a halt; it stays with the first one. */
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

/** Notes that a market is stopped no more. */
export function noteMarketResumed({ database, keys }: Deps, marketId: number) {
  return inTransaction(database, async (transaction) => {
    await transaction.query('delete from books.stopped_market where market_id = $1', [marketId])
    await addProof(transaction, keys, { kind, subject: `${marketId}` }, opened)
  })
}

/** Proves the stops of before there were proofs, as they are now. */
export async function proveEarlierMarketHalts(connection: Connection, keys: Keys): Promise<void> {
  for (const [marketId, haltId] of await readHaltedRows(connection)) {
    await addProof(connection, keys, { kind, subject: `${marketId}` }, `${haltId}`)
  }
}

/** Markets of which rows say otherwise than was noted, by their ids. */
export async function unprovenMarketHalts(
  connection: Connection,
  keys: Keys,
): Promise<readonly string[]> {
  const rows = await readHaltedRows(connection)
  const said = await readHaltedMarkets(connection, keys)
  const all = [...new Set([...rows.keys(), ...said.keys()])]
  return all.filter((marketId) => rows.get(marketId) !== said.get(marketId)).map(String)
}

async function readHaltedRows(connection: Connection): Promise<ReadonlyMap<number, number>> {
  const found = await connection.query<{ marketId: number; haltId: number }>(
    `select market_id::float8 as "marketId", halt_id::float8 as "haltId" from books.stopped_market
     order by market_id`,
  )
  return new Map(found.rows.map(({ marketId, haltId }) => [marketId, haltId]))
}
