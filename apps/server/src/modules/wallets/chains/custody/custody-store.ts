/**
 * What custody is judged by, as tables and engine have it. Readings and verdicts are written down for people who look;
 * nothing reads them again.
 */
import { houseAccounts } from '@tukar/core'
import type { BooksOfMoment, Engine } from '../../../../engine/index.ts'
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { isCurrencyHalted } from '../../../books/index.ts'
import { timeMsOf } from '../../machine/time-columns.ts'
import { isStanding } from '../../machine/standing-hold.ts'
import { isSealedAddress } from '../addresses/address-seal.ts'
import type { KeptAddress } from '../addresses/address-store.ts'
import { type ChainAsset, type ChainName, chainTable } from '../chains.ts'
import { holdSource } from '../commands.ts'
import { type Payment, paymentsUnderWay } from '../withdrawals/payment-store.ts'
import { signedAmong } from '../withdrawals/proofs/payout-rows.ts'
import type { Custody, CustodyFigures, CustodyPart } from './custody.ts'
import type { ChainReading, CustodyMemory } from './custody-memory.ts'
import { keptFeesOf } from './kept-fees.ts'

type Connection = Pick<Database, 'query'>

/** Writes down a reading of one currency on a chain. */
export async function writeReading(
  connection: Connection,
  { chain, currencyId }: Pick<ChainAsset, 'chain' | 'currencyId'>,
  { hot, unswept, readMs, tipHeight }: ChainReading,
): Promise<void> {
  await connection.query(
    `insert into wallets.chain_custody (chain, currency_id, hot, unswept, read_at, tip_height)
     values ($1, $2, $3, $4, to_timestamp($5::float8 / 1000), $6)
     on conflict (chain, currency_id) do update set hot = excluded.hot,
       unswept = excluded.unswept, read_at = excluded.read_at, tip_height = excluded.tip_height`,
    [chain, currencyId, hot.toString(), unswept.toString(), readMs, tipHeight],
  )
}

export type FigureParts = {
  readonly database: Connection
  readonly keys: Keys
  readonly engine: Pick<Engine, 'moment'>
  readonly memory: Pick<CustodyMemory, 'readingOf'>
}

/**
 * What a currency is judged by: the last readings, and what the engine says that is owed. Null while the engine does
 * not say.
 */
export async function readFigures(
  parts: FigureParts,
  assets: readonly ChainAsset[],
): Promise<CustodyFigures | null> {
  const { database, engine, memory } = parts
  const currencyId = assets[0]?.currencyId ?? -1
  // One that comes while the tables are read is of another moment than they are.
  const readings = assets.map((asset) => ({ asset, reading: memory.readingOf(asset) }))
  const payments = await signedAmong(parts, await paymentsUnderWay(database, currencyId))
  const keptFees = await keptFeesOf(database, parts.keys, currencyId)
  // What is owed and what is held are of one moment: a payout that settles is in one of them, never in neither.
  const books = await engine.moment({
    currencyId,
    accountIds: [houseAccounts.fees, ...assets.map(({ chain }) => chainTable[chain].railId)],
    holdIds: payments.flatMap(({ holdId }) => (holdId === null ? [] : [holdId])),
  })
  if (books.status === 'later') return null
  const inFlight = inFlightOf(payments, books)
  const figures: CustodyPart[] = []
  for (const { asset, reading } of readings) {
    figures.push({
      asset,
      reading,
      owed: 0 - (books.available.get(chainTable[asset.chain].railId) ?? 0),
      // After what is owed: what is credited in between is then neither owed nor taken off what is held.
      uncredited: reading === null ? 0n : await uncreditedOf(database, asset, reading.tipHeight),
      inFlight: inFlight.get(asset.chain) ?? 0,
    })
  }
  const feesHeld = books.available.get(houseAccounts.fees) ?? 0
  return { parts: figures, ownFees: Math.max(0, Math.min(keptFees, feesHeld)) }
}

/**
 * What a reading has of deposits that nobody was credited for: in a block by then, and still not in the books.
 * What is just being credited may be there already, so it is none of them.
 */
async function uncreditedOf(
  connection: Connection,
  { chain, currencyId }: ChainAsset,
  tipHeight: number,
): Promise<bigint> {
  const found = await connection.query<{ amount: string }>(
    `select coalesce(sum(amount), 0)::text as amount from wallets.chain_deposit
     where currency_id = $2 and chain = $1 and block_height <= $3
       and state not in ('crediting', 'credited', 'reversing')`,
    [chain, currencyId, tipHeight],
  )
  return BigInt(found.rows[0]?.amount ?? 0)
}

/**
 * Units that left a chain, or may have, and are not settled: signed ones may have been sent. Only what its owner asked
 * for, what this server had signed and what the engine still holds counts: a row alone covers nothing that is owed.
 */
function inFlightOf(
  signed: readonly Payment[],
  { holds }: BooksOfMoment,
): ReadonlyMap<ChainName, number> {
  const sums = new Map<ChainName, number>()
  for (const payment of signed) {
    const { chain, rowId, holdId, net } = payment
    const hold = holdId === null ? null : (holds.get(holdId) ?? null)
    if (!isStanding(hold, { ...payment, source: holdSource(rowId) })) continue
    sums.set(chain, (sums.get(chain) ?? 0) + net)
  }
  return sums
}

/** Writes down a verdict with the figures that it is about, for people who look. */
export async function writeVerdict(
  transaction: Transaction,
  currencyId: number,
  { verdict, gap, held, liabilities, inFlight }: Custody,
): Promise<void> {
  await transaction.query(
    `insert into wallets.chain_custody_verdict as v
       (currency_id, verdict, gap, held, liabilities, in_flight) values ($1, $2, $3, $4, $5, $6)
     on conflict (currency_id) do update set verdict = excluded.verdict, gap = excluded.gap,
       held = excluded.held, liabilities = excluded.liabilities, in_flight = excluded.in_flight,
       since = case when v.verdict = excluded.verdict then v.since else now() end, judged_at = now()`,
    [currencyId, verdict, gap, held, liabilities, inFlight],
  )
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

/** Why nothing of a currency may go out now, or null. `halted`: its books do not fit. */
export async function custodyStopOf(
  reading: {
    readonly database: Connection
    readonly keys: Keys
    readonly custody: Pick<CustodyMemory, 'stopOf'>
  },
  currencyId: number,
): Promise<'custody_gap' | 'custody_stale' | 'halted' | null> {
  if (await isCurrencyHalted(reading, currencyId)) return 'halted'
  return reading.custody.stopOf(currencyId)
}

/**
 * Addresses of users that ever got something on a chain, with when their rows last changed: a deposit, or a
 * move of ours about them, which names them at the end of its reference. One that is sealed to nobody is not ours, and
 * left out.
 */
export async function fundedAddresses(
  connection: Connection,
  keys: Keys,
  chain: ChainName,
): Promise<readonly { readonly address: string; readonly changedMs: number }[]> {
  const found = await connection.query<KeptAddress & { readonly changedMs: number }>(
    `select d.to_address as address, a.family, a.user_id as "userId", a.index, a.seal,
       ${timeMsOf('greatest(d.updated_at, t.updated_at)')} as "changedMs"
     from (select to_address, max(updated_at) as updated_at from wallets.chain_deposit
       where chain = $1 and block_height is not null group by 1) d
     join wallets.chain_address a on a.family = 'evm' and a.address = d.to_address
     left join (select split_part(reference, ':', 2) as index, max(updated_at) as updated_at
       from wallets.chain_transaction
       where chain = $1 and purpose in ('sweep', 'gas_funding') group by 1) t
       on t.index = a.index::text
     order by d.to_address`,
    [chain],
  )
  return found.rows.filter((given) => isSealedAddress(keys, given, given.seal))
}

export type HeldOutput = {
  readonly txid: string
  readonly index: number
  readonly branch: 0 | 1
  readonly keyIndex: number
}

/** Outputs on bitcoin that the books take for ours and unspent, in order, after one of them. */
export async function heldOutputs(
  connection: Connection,
  after: Pick<HeldOutput, 'txid' | 'index'> | null,
  max: number,
): Promise<readonly HeldOutput[]> {
  const found = await connection.query<HeldOutput>(
    `select txid, output_index as index, branch, key_index as "keyIndex" from wallets.chain_outpoint
     where spent_txid is null and block_height is not null and txid ~ '^[0-9a-f]{64}$'
       and ($1::text is null or (txid, output_index) > ($1, $2::int))
     order by txid, output_index limit $3`,
    [after?.txid ?? null, after?.index ?? null, max],
  )
  return found.rows
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
