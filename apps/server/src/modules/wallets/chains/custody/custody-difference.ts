/**
 * Explains why a chain holds another amount than the ledger has, to the last unit. Each known reason is a
 * named part; the rest is unexplained. A negative rest is missing money, a positive one was credited to
 * nobody.
 */
import type { Database } from '../../../../platform/database/pool.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import type { ChainAsset, ChainName } from '../chains.ts'
import { inSuspenseCause } from '../../machine/deposit-booking.ts'
import type { CustodyPart } from './custody.ts'
import { isReserveAgreed, type OwnReserve } from './reserve-votes.ts'

type Connection = Pick<Database, 'query'>

export type NamingDeps = {
  readonly database: Connection
  readonly keys: Keys
  /** Whether a simulation tops up the hot wallets. In live mode a top-up row is forged. */
  readonly hasLender: boolean
}

/** In the chain's own finest unit; what the chain holds more is positive. */
export type NamedParts = {
  /** Received and not in the ledger: not final, too small, held, or set aside. */
  readonly uncredited: bigint
  /** Sent and not settled in the ledger; at most 0. */
  readonly payouts: bigint
  /** Network fees that the chain took and the ledger does not have yet; at most 0. */
  readonly costs: bigint
  /** Topped-up coins that the ledger does not have yet. */
  readonly reserve: bigint
  /** Remainders finer than ledger units, of deposits, fees and topped-up coins. */
  readonly dust: bigint
}

export const noParts: NamedParts = { uncredited: 0n, payouts: 0n, costs: 0n, reserve: 0n, dust: 0n }

export type Difference = NamedParts & {
  /** The unexplained rest: 0 if chain and ledger agree. */
  readonly unexplained: bigint
}

/** The difference of a custody part; null while the chain was never read. */
export function differenceOf({ asset, reading, owed }: CustodyPart, named: NamedParts) {
  if (reading === null) return null
  const { uncredited, payouts, costs, reserve, dust } = named
  const books = BigInt(owed) * scaleOf(asset)
  const sum = uncredited + payouts + costs + reserve + dust
  const unexplained = reading.hot + reading.unswept - books - sum
  return { ...named, unexplained } satisfies Difference
}

/** Chain units per ledger unit. */
function scaleOf({ chainDecimals, unitDecimals }: ChainAsset): bigint {
  if (chainDecimals < unitDecimals)
    throw new Error('ledger units are finer than those of the chain')
  return 10n ** BigInt(chainDecimals - unitDecimals)
}

/** The named parts of an asset, as the tables have them now; a reserve counts only with its proof. */
export async function namedPartsOf(deps: NamingDeps, asset: ChainAsset): Promise<NamedParts> {
  const { database: connection } = deps
  const deposits = await depositsOf(connection, asset)
  const payouts = await unsettledOf(connection, asset)
  const fees = await feesOf(connection, asset)
  const reserve = await reserveOf(deps, asset)
  return {
    uncredited: deposits.uncredited,
    payouts: -payouts,
    costs: -fees.due,
    reserve: reserve.due,
    dust: deposits.dust + fees.dust + reserve.dust,
  }
}

type Sums<Name extends string> = Readonly<Record<Name, string>>

async function sums<Name extends string>(
  connection: Connection,
  text: string,
  { chain, contract }: { readonly chain: ChainName; readonly contract: string | null },
): Promise<Sums<Name>> {
  const found = await connection.query<Sums<Name>>(text, [chain, contract])
  const row = found.rows[0]
  if (row === undefined) throw new Error('the query returned no sum')
  return row
}

async function depositsOf(connection: Connection, asset: ChainAsset) {
  const booked = `(state in ('credited', 'reversing')
    or (state = 'crediting' and cause = '${inSuspenseCause}'))`
  const row = await sums<'open' | 'amount' | 'units'>(
    connection,
    `select coalesce(sum(amount) filter (where block_height is not null and not (${booked})), 0)::text
         as open,
       coalesce(sum(amount) filter (where block_height is not null and ${booked}), 0)::text as amount,
       coalesce(sum(units) filter (where ${booked}), 0)::text as units
     from wallets.chain_deposit where chain = $1 and contract is not distinct from $2`,
    asset,
  )
  // A credited deposit that left the chain counts negative until its credit is reversed.
  const dust = BigInt(row.amount) - BigInt(row.units) * scaleOf(asset)
  return { uncredited: BigInt(row.open), dust }
}

/** Payouts that are mined and whose hold is not settled. */
async function unsettledOf(connection: Connection, asset: ChainAsset): Promise<bigint> {
  const row = await sums<'amount'>(
    connection,
    `select coalesce(sum(w.chain_amount), 0)::text as amount from wallets.chain_withdrawal w
     where w.chain = $1 and w.contract is not distinct from $2
       and w.state in ('broadcast', 'confirming')
       and exists (select 1 from wallets.chain_transaction t
         where t.withdrawal_id = w.id and t.state in ('mined', 'final'))`,
    asset,
  )
  return BigInt(row.amount)
}

async function feesOf(connection: Connection, asset: ChainAsset) {
  if (asset.contract !== null) return { due: 0n, dust: 0n }
  const row = await sums<'due' | 'paid' | 'units'>(
    connection,
    `select coalesce(sum(fee_paid) filter (where fee_booked_at is null), 0)::text as due,
       coalesce(sum(fee_paid) filter (where fee_booked_at is not null), 0)::text as paid,
       coalesce(sum(fee_units) filter (where fee_booked_at is not null), 0)::text as units
     from wallets.chain_transaction
     where chain = $1 and $2::text is null and state in ('mined', 'final') and fee_paid > 0`,
    asset,
  )
  return { due: BigInt(row.due), dust: BigInt(row.units) * scaleOf(asset) - BigInt(row.paid) }
}

async function reserveOf(deps: NamingDeps, asset: ChainAsset) {
  return { due: await unbookedReserve(deps, asset), dust: await reserveDust(deps, asset) }
}

/** Top-ups of a simulation and agreed reserves that the ledger does not have yet. */
async function unbookedReserve(
  { database, keys, hasLender }: NamingDeps,
  asset: ChainAsset,
): Promise<bigint> {
  const found = await database.query<OwnReserve & { readonly amount: string; isOwn: boolean }>(
    `select id, chain, contract, units, amount::text, purpose = 'own' as "isOwn"
     from wallets.chain_reserve where booked_at is null and chain = $1
       and contract is not distinct from $2
       and ((purpose = 'own' and confirmed_by is not null) or (purpose <> 'own' and $3))`,
    [asset.chain, asset.contract, hasLender],
  )
  let due = 0n
  for (const { amount, isOwn, ...reserve } of found.rows) {
    // Votes cover the units of a house reserve, not its chain amount.
    if (!isOwn) due += BigInt(amount)
    else if (await isReserveAgreed(database, keys, reserve)) {
      due += BigInt(reserve.units) * scaleOf(asset)
    }
  }
  return due
}

/** Remainders of booked reserves: of each less than a unit, and the engine has moved its units. */
async function reserveDust(
  { database, hasLender }: NamingDeps,
  asset: ChainAsset,
): Promise<bigint> {
  const scale = scaleOf(asset).toString()
  const found = await database.query<{ dust: string }>(
    `select coalesce(sum(r.amount - r.units * $3::numeric), 0)::text as dust
     from wallets.chain_reserve r
     where r.booked_at is not null and r.chain = $1 and r.contract is not distinct from $2
       and r.amount >= r.units * $3::numeric and r.amount < (r.units + 1) * $3::numeric
       and ((r.units = 0 and $4) or exists (
         select from exchange.transfer t where t.source = 'chain_reserve:' || r.id
           and t.currency_id = r.currency_id and t.amount = r.units))`,
    [asset.chain, asset.contract, scale, hasLender],
  )
  return BigInt(found.rows[0]?.dust ?? 0)
}
