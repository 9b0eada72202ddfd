/**
 * The figures for judging custody, from tables and engine. Stored readings and verdicts are for operators; no
 * code reads them.
 */
import { houseAccounts } from '@tukar/core'
import type { BooksOfMoment, Engine } from '../../../../engine/index.ts'
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { isCurrencyHalted } from '../../../accounting/index.ts'
import { timeMsOf } from '../../machine/time-columns.ts'
import { isHoldWhole } from '../../machine/hold-check.ts'
import { isSealedAddress } from '../addresses/address-seal.ts'
import type { StoredAddress } from '../addresses/address-store.ts'
import { type ChainAsset, type ChainName, chainTable } from '../chains.ts'
import { holdSource } from '../commands.ts'
import { type Payment, paymentsUnderWay } from '../withdrawals/payment-store.ts'
import { signedAmong } from '../withdrawals/proofs/payout-rows.ts'
import type { Custody, CustodyFigures, CustodyPart } from './custody.ts'
import type { ChainReading, CustodyMemory } from './custody-memory.ts'
import { keptFeesOf } from './kept-fees.ts'

type Connection = Pick<Database, 'query'>

/** Stores a reading of one currency on a chain. */
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

export type FigureDeps = {
  readonly database: Connection
  readonly keys: Keys
  readonly engine: Pick<Engine, 'moment'>
  readonly memory: Pick<CustodyMemory, 'readingOf'>
}

/**
 * The figures of a currency: the last readings, and the liabilities by the engine. Null while the engine does
 * not answer.
 */
export async function readFigures(
  deps: FigureDeps,
  assets: readonly ChainAsset[],
): Promise<CustodyFigures | null> {
  const { database, engine, memory } = deps
  const currencyId = assets[0]?.currencyId ?? -1
  // Readings are taken before the tables are read, because a later reading belongs to another moment.
  const readings = assets.map((asset) => ({ asset, reading: memory.readingOf(asset) }))
  const payments = await signedAmong(deps, await paymentsUnderWay(database, currencyId))
  const keptFees = await keptFeesOf(database, deps.keys, currencyId)
  // Liabilities and holds belong to one moment: a payout that settles is in exactly one of them.
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
      // Read after the liabilities: a credit in between is then neither a liability nor subtracted from the
      // holdings.
      uncredited: reading === null ? 0n : await uncreditedOf(database, asset, reading.tipHeight),
      inFlight: inFlight.get(asset.chain) ?? 0,
    })
  }
  const feesHeld = books.available.get(houseAccounts.fees) ?? 0
  return { parts: figures, ownFees: Math.max(0, Math.min(keptFees, feesHeld)) }
}

/**
 * The part of a reading that belongs to uncredited deposits: in a block by then, and not in the ledger.
 * Deposits in state `crediting` do not count, because their credit may be booked already.
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
 * Units that left a chain or may have left it, and are not settled; signed payouts may have been sent. A
 * payout counts only if its request, its transaction and the engine's hold are proven. A row alone covers no
 * liability.
 */
function inFlightOf(
  signed: readonly Payment[],
  { holds }: BooksOfMoment,
): ReadonlyMap<ChainName, number> {
  const sums = new Map<ChainName, number>()
  for (const payment of signed) {
    const { chain, rowId, holdId, net } = payment
    const hold = holdId === null ? null : (holds.get(holdId) ?? null)
    if (!isHoldWhole(hold, { ...payment, source: holdSource(rowId) })) continue
    sums.set(chain, (sums.get(chain) ?? 0) + net)
  }
  return sums
}

/** Stores a verdict with its figures, for operators. */
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

/** Wakes withdrawals that may wait for custody of a currency; their next pass may be minutes away. */
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

/** Why payouts of a currency are stopped now, or null. `halted`: its ledger failed reconciliation. */
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
 * Users' addresses that ever received coins on a chain, with the time of the last change: a deposit, or a
 * treasury move that names the address at the end of its reference. An address without a valid seal is left
 * out.
 */
export async function fundedAddresses(
  connection: Connection,
  keys: Keys,
  chain: ChainName,
): Promise<readonly { readonly address: string; readonly changedMs: number }[]> {
  const found = await connection.query<StoredAddress & { readonly changedMs: number }>(
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

/** The bitcoin outputs that the rows call ours and unspent, in order, after the given one. */
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
 * Deletes readings and verdicts after a restored backup. They are from before, and nothing is paid until the
 * chains are read again (FLT-40, INV-14).
 */
export async function forgetReadings(transaction: Connection): Promise<void> {
  await transaction.query('delete from wallets.chain_custody')
  await transaction.query(
    `update wallets.chain_custody_verdict
     set verdict = 'stale', gap = null, since = now(), judged_at = now()`,
  )
}
