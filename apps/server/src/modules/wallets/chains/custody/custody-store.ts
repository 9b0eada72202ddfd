/** Readings of the chains and what was judged of them, in the database. */
import { houseAccounts } from '@tukar/core'
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { isCurrencyHalted } from '../../../books/index.ts'
import { timeMsOf } from '../../machine/time-columns.ts'
import { type ChainAsset, type ChainName, chainTable } from '../chains.ts'
import { revertedCause } from '../withdrawals/withdrawal-row.ts'
import type { CustodyFigures, CustodyVerdictName, Custody, Reading } from './custody.ts'

type Connection = Pick<Database, 'query'>

/**
 * Keeps a reading of one currency on a chain.
 *
 * @param tipHeight of the chain as it was taken in before the reading: all up to there is part of it
 */
export async function keepReading(
  connection: Connection,
  { chain, currencyId }: Pick<ChainAsset, 'chain' | 'currencyId'>,
  { hot, unswept, readMs, tipHeight }: Reading & { readonly tipHeight: number },
): Promise<void> {
  await connection.query(
    `insert into wallets.chain_custody (chain, currency_id, hot, unswept, read_at, tip_height)
     values ($1, $2, $3, $4, to_timestamp($5::float8 / 1000), $6)
     on conflict (chain, currency_id) do update set hot = excluded.hot,
       unswept = excluded.unswept, read_at = excluded.read_at, tip_height = excluded.tip_height`,
    [chain, currencyId, hot.toString(), unswept.toString(), readMs, tipHeight],
  )
}

/** What a currency is judged by: the last readings, and what the books say now. */
export async function readFigures(
  connection: Connection,
  assets: readonly ChainAsset[],
): Promise<CustodyFigures> {
  const currencyId = assets[0]?.currencyId ?? -1
  const [readings, owed, inFlight, ownFees] = await Promise.all([
    readingsOf(connection, currencyId),
    owedOf(connection, currencyId),
    inFlightOf(connection, currencyId),
    ownFeesOf(connection, currencyId),
  ])
  // After what is owed: what is credited in between is then neither owed nor taken off what is held.
  const uncredited = await uncreditedOf(connection, currencyId)
  const parts = assets.map((asset) => ({
    asset,
    reading: readings.get(asset.chain) ?? null,
    owed: owed.get(chainTable[asset.chain].railId) ?? 0,
    uncredited: uncredited.get(asset.chain) ?? 0n,
    inFlight: inFlight.get(asset.chain) ?? 0,
  }))
  return { parts, ownFees }
}

async function readingsOf(
  connection: Connection,
  currencyId: number,
): Promise<ReadonlyMap<ChainName, Reading>> {
  const found = await connection.query<{
    readonly chain: ChainName
    readonly hot: string
    readonly unswept: string
    readonly readMs: number
  }>(
    `select chain, hot::text, unswept::text, ${timeMsOf('read_at')} as "readMs"
     from wallets.chain_custody where currency_id = $1`,
    [currencyId],
  )
  const readings = found.rows.map(({ chain, hot, unswept, readMs }) => {
    return [chain, { hot: BigInt(hot), unswept: BigInt(unswept), readMs }] as const
  })
  return new Map(readings)
}

/** Units that the ledger says each rail holds. */
async function owedOf(
  connection: Connection,
  currencyId: number,
): Promise<ReadonlyMap<number, number>> {
  const rails = Object.values(chainTable).map(({ railId }) => railId)
  const found = await connection.query<{ railId: number; owed: number }>(
    `select account_id as "railId", (-available)::bigint as owed from exchange.balance
     where currency_id = $1 and account_id = any($2)`,
    [currencyId, rails],
  )
  return new Map(found.rows.map(({ railId, owed }) => [railId, owed]))
}

/**
 * What the last readings have of deposits that nobody was credited for: in a block by then, and still not
 * in the books. What is just being credited may be there already, so it is none of them.
 */
async function uncreditedOf(
  connection: Connection,
  currencyId: number,
): Promise<ReadonlyMap<ChainName, bigint>> {
  const found = await connection.query<{ chain: ChainName; amount: string }>(
    `select d.chain, sum(d.amount)::text as amount
     from wallets.chain_deposit d
     join wallets.chain_custody c on c.chain = d.chain and c.currency_id = d.currency_id
     where d.currency_id = $1 and d.block_height <= c.tip_height
       and d.state not in ('crediting', 'credited', 'reversing')
     group by d.chain`,
    [currencyId],
  )
  return new Map(found.rows.map(({ chain, amount }) => [chain, BigInt(amount)]))
}

/** Units that left a chain, or may have, and are not settled: signed ones may have been sent. */
async function inFlightOf(
  connection: Connection,
  currencyId: number,
): Promise<ReadonlyMap<ChainName, number>> {
  const found = await connection.query<{ chain: ChainName; units: number }>(
    `select chain, sum(net)::bigint as units from wallets.chain_withdrawal
     where currency_id = $1 and state in ('signed', 'broadcast', 'confirming') group by chain`,
    [currencyId],
  )
  return new Map(found.rows.map(({ chain, units }) => [chain, units]))
}

/**
 * Units that the chains owe to nobody but us: fees of withdrawals that were kept and coins that we put up,
 * less the network fees that they paid; never more than the account of fees has.
 */
async function ownFeesOf(connection: Connection, currencyId: number): Promise<number> {
  const found = await connection.query<{ units: number }>(
    `select least(
       (select coalesce(sum(fee), 0) from wallets.chain_withdrawal
         where currency_id = $1 and (state = 'done' or (state = 'failed' and cause = $3)))
       + (select coalesce(sum(units), 0) from wallets.chain_reserve
         where currency_id = $1 and booked_to = 'fees')
       - (select coalesce(sum(amount), 0) from exchange.transfer
         where from_account_id = $2 and currency_id = $1 and reason = 'network_fee'),
       coalesce((select available from exchange.balance
         where account_id = $2 and currency_id = $1), 0))::bigint as units`,
    [currencyId, houseAccounts.fees, revertedCause],
  )
  return Math.max(0, found.rows[0]?.units ?? 0)
}

export type KeptVerdict = {
  /** What people were last told; null where they never were. */
  readonly told: CustodyVerdictName | null
  /** How long it is that verdict by now; 0 where it changed. */
  readonly lastsMs: number
}

/** Keeps a verdict with the figures that it is about; returns how long it lasts, and what was told. */
export async function keepVerdict(
  transaction: Transaction,
  currencyId: number,
  { verdict, gap, held, liabilities, inFlight }: Custody,
): Promise<KeptVerdict> {
  const kept = await transaction.query<KeptVerdict>(
    `insert into wallets.chain_custody_verdict as v
       (currency_id, verdict, gap, held, liabilities, in_flight) values ($1, $2, $3, $4, $5, $6)
     on conflict (currency_id) do update set verdict = excluded.verdict, gap = excluded.gap,
       held = excluded.held, liabilities = excluded.liabilities, in_flight = excluded.in_flight,
       since = case when v.verdict = excluded.verdict then v.since else now() end, judged_at = now()
     returning told, ${timeMsOf('now()')} - ${timeMsOf('since')} as "lastsMs"`,
    [currencyId, verdict, gap, held, liabilities, inFlight],
  )
  return kept.rows[0] ?? { told: null, lastsMs: 0 }
}

/** Wakes withdrawals that may wait for custody of a currency: their next turn may be minutes away. */
export async function wakeWaitingForCustody(
  transaction: Transaction,
  currencyId: number,
): Promise<void> {
  await transaction.query(
    `update wallets.chain_withdrawal set hints = hints + 1, next_look_at = now()
     where currency_id = $1 and state = 'approved'`,
    [currencyId],
  )
}

/** Keeps that people were told of a verdict. */
export async function noteTold(
  transaction: Transaction,
  currencyId: number,
  verdict: CustodyVerdictName,
): Promise<void> {
  await transaction.query(
    'update wallets.chain_custody_verdict set told = $2 where currency_id = $1',
    [currencyId, verdict],
  )
}

const isOldText = `judged_at < now() - interval '5 minutes'`

/**
 * Why nothing of a currency may go out now, or null. A judgment that is itself too old is none: whoever
 * judges is gone, and "nothing is missing" of an hour ago says nothing. `halted`: its books do not fit.
 */
export async function custodyStopOf(
  reading: { readonly database: Connection; readonly keys: Keys },
  currencyId: number,
): Promise<'custody_gap' | 'custody_stale' | 'halted' | null> {
  if (await isCurrencyHalted(reading, currencyId)) return 'halted'
  const found = await reading.database.query<{ verdict: CustodyVerdictName; isOld: boolean }>(
    `select verdict, ${isOldText} as "isOld"
     from wallets.chain_custody_verdict where currency_id = $1`,
    [currencyId],
  )
  const judged = found.rows[0]
  if (judged === undefined) return 'custody_stale'
  if (judged.verdict === 'gap') return 'custody_gap'
  return judged.verdict === 'stale' || judged.isOld ? 'custody_stale' : null
}

/** How many currencies are stopped, and since when the first is. */
export async function countStopped(
  connection: Connection,
): Promise<{ readonly count: number; readonly oldestAt: Date | null }> {
  const found = await connection.query<{ count: number; oldestAt: Date | null }>(
    `select count(*)::int as count, min(since) as "oldestAt"
     from wallets.chain_custody_verdict where verdict in ('gap', 'stale')`,
  )
  return found.rows[0] ?? { count: 0, oldestAt: null }
}

/**
 * Addresses of users that ever got something on a chain, with when their rows last changed: a deposit, or a
 * move of ours about them, which names them at the end of its reference.
 */
export async function fundedAddresses(
  connection: Connection,
  chain: ChainName,
): Promise<readonly { readonly address: string; readonly changedMs: number }[]> {
  const found = await connection.query<{ address: string; changedMs: number }>(
    `select d.to_address as address,
       ${timeMsOf('greatest(max(d.updated_at), max(t.updated_at))')} as "changedMs"
     from wallets.chain_deposit d
     left join (select a.address, max(m.updated_at) as updated_at
       from wallets.chain_transaction m
       join wallets.chain_address a on a.family = 'evm'
         and a.index::text = split_part(m.reference, ':', 2)
       where m.chain = $1 and m.purpose in ('sweep', 'gas_funding') group by 1) t
       on t.address = d.to_address
     where d.chain = $1 and d.block_height is not null
     group by d.to_address order by d.to_address`,
    [chain],
  )
  return found.rows
}

export type HeldOutput = {
  readonly txid: string
  readonly index: number
  readonly branch: 0 | 1
}

/** Outputs on bitcoin that the books take for ours and unspent, in order, after one of them. */
export async function heldOutputs(
  connection: Connection,
  after: Pick<HeldOutput, 'txid' | 'index'> | null,
  max: number,
): Promise<readonly HeldOutput[]> {
  const found = await connection.query<HeldOutput>(
    `select txid, output_index as index, branch from wallets.chain_outpoint
     where spent_txid is null and block_height is not null
       and ($1::text is null or (txid, output_index) > ($1, $2::int))
     order by txid, output_index limit $3`,
    [after?.txid ?? null, after?.index ?? null, max],
  )
  return found.rows
}

/** What was last judged of each currency, with the figures of that look; `stale` once it is too old itself. */
export async function readJudgments(connection: Connection): Promise<ReadonlyMap<number, Custody>> {
  const found = await connection.query<Custody & { readonly currencyId: number }>(
    `select currency_id as "currencyId", gap, held, liabilities, in_flight as "inFlight",
       case when verdict <> 'gap' and ${isOldText} then 'stale' else verdict end as verdict
     from wallets.chain_custody_verdict where liabilities is not null`,
  )
  return new Map(found.rows.map(({ currencyId, ...custody }) => [currencyId, custody]))
}

/**
 * Forgets what was read of the chains and judged by it: in a database that was put back it is of before, and
 * nothing leaves until they are read again (FLT-40, INV-14).
 */
export async function forgetReadings(transaction: Connection): Promise<void> {
  await transaction.query('delete from wallets.chain_custody')
  await transaction.query(
    `update wallets.chain_custody_verdict
     set verdict = 'stale', gap = null, since = now(), judged_at = now()`,
  )
}
