/** Deposits on chains in the database. */
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { requireEdge } from '../../machine/edges.ts'
import { type ColumnValues, moveRow } from '../../machine/row-store.ts'
import { proofOfReversal, reversalDecisionProof } from './credit-proof.ts'
import {
  type ChainDeposit,
  type ChainDepositState,
  chainDepositEdges,
  type ChainFacts,
} from './deposit-row.ts'
import type { ChainAsset, ChainName } from '../chains.ts'
import { findProvenHalt } from '../tracking/halts.ts'
import { pauseIn } from '../tracking/halt-causes.ts'

type Connection = Pick<Database, 'query'>

/** A lock id, the same in all our processes. With a user's id, it serializes the sums of that user. */
const weighLock = 7_301_863

/** The period of the travel rule. */
const dayHours = 24

/** The columns of a deposit, from a table `d`. */
export const chainDepositColumns = `d.id as "rowId", d.user_id as "userId", d.state, d.cause, d.alarm,
  d.version, d.hints, d.attempts, d.chain, d.currency_id as "currencyId", d.txid,
  d.output_index as index, d.to_address as "toAddress", d.contract, d.amount::text, d.units,
  d.block_height as height, d.block_hash as hash, d.is_in_pool as "isInPool", d.needed, d.life,
  d.is_added_up as "isAddedUp", d.sender_told_at is not null as "hasSender",
  d.set_aside_at is not null as "isSetAside", d.released_life as "releasedLife",
  d.resumed_life as "resumedLife", d.suspense_units as "suspenseUnits",
  d.granted_life as "grantedLife", d.credit_proof as "creditProof",
  d.reversal_proof as "reversalProof",
  (select o.deposit_id from wallets.old_chain_deposit o
    where o.chain = d.chain and o.txid = d.txid and o.output_index = d.output_index
      and o.to_address = d.to_address and o.contract = coalesce(d.contract, '')
      and o.amount = d.amount) as "oldRowId",
  (select u.deleted_at is not null from accounts.users u where u.id = d.user_id) as "isOwnerGone"`

type Found = Omit<ChainDeposit, 'block' | 'amount' | 'isProven'> & {
  readonly amount: string
  readonly height: number | null
  readonly hash: string | null
}

/** Converts a row of `chainDepositColumns` to a deposit. */
export function chainDepositOf({ height, hash, amount, ...row }: Found): ChainDeposit {
  const block = height === null || hash === null ? null : { height, hash }
  return { ...row, amount: BigInt(amount), block, isProven: false }
}

/** Reads a deposit; throws if it does not exist. */
export async function readChainDeposit(
  connection: Connection,
  rowId: number,
): Promise<ChainDeposit> {
  const found = await connection.query<Found>(
    `select ${chainDepositColumns} from wallets.chain_deposit d where d.id = $1`,
    [rowId],
  )
  const row = found.rows[0]
  if (row === undefined) throw new Error(`there is no chain deposit ${rowId}`)
  return chainDepositOf(row)
}

/** Deposits after a row that are credited according to their rows. */
export async function creditedDeposits(
  connection: Connection,
  after: number,
  max: number,
): Promise<readonly ChainDeposit[]> {
  const found = await connection.query<Found>(
    `select ${chainDepositColumns} from wallets.chain_deposit d
     where d.id > $1 and (d.state in ('credited', 'reversing', 'claimed_back')
       or d.suspense_units is not null)
     order by d.id limit $2`,
    [after, max],
  )
  return found.rows.map(chainDepositOf)
}

/**
 * The facts for deciding about a deposit. `asset` is null if its contract is no longer listed; the deposit
 * waits then.
 */
export async function readChainFacts(
  connection: Connection,
  keys: Keys,
  chain: ChainName,
  asset: ChainAsset | null,
): Promise<Omit<ChainFacts, 'witnessFrom'>> {
  const found = await connection.query<{
    readonly tipHeight: number | null
    readonly headHeight: number | null
    readonly finalHeight: number | null
    readonly paused: string | null
  }>(
    `select tip_height as "tipHeight", head_height as "headHeight", final_height as "finalHeight",
       paused from wallets.chain_cursor where chain = $1`,
    [chain],
  )
  const halt = await findProvenHalt(connection, keys, chain)
  const cursor = found.rows[0]
  const tipHeight = cursor?.tipHeight ?? -1
  return {
    tipHeight,
    finalHeight: cursor?.finalHeight ?? null,
    isCaughtUp: cursor !== undefined && tipHeight >= (cursor.headHeight ?? 0),
    isPaused: cursor === undefined || pauseIn(halt, cursor.paused) !== null || asset === null,
    minUnits: asset?.minUnits ?? 1,
    travelLimit: asset?.travelLimit ?? null,
  }
}

/** Moves a deposit along a declared edge; false if the row changed since it was read. */
export function moveChainDeposit(
  transaction: Transaction,
  row: ChainDeposit,
  move: {
    readonly epoch: number
    readonly to: ChainDepositState
    readonly cause: string | null
    readonly changes: ColumnValues
  },
): Promise<boolean> {
  requireEdge(chainDepositEdges, row.state, move.to)
  return moveRow(transaction, row, { kind: 'chain_deposit', ...move })
}

/**
 * Adds up a user's deposits below the minimum on a chain. If the sum is enough, all of them count and their
 * rows become due.
 */
export function addUp(
  database: Database,
  row: ChainDeposit,
  minUnits: number,
): Promise<'enough' | 'short'> {
  return inTransaction(database, async (transaction) => {
    await lockUser(transaction, row.userId)
    const group = `user_id = $1 and chain = $2 and currency_id = $3 and state = 'too_small'
      and not is_added_up and block_height is not null`
    const values = [row.userId, row.chain, row.currencyId]
    const found = await transaction.query<{ isEnough: boolean | null }>(
      `select sum(units) >= $4 as "isEnough" from wallets.chain_deposit where ${group}`,
      [...values, minUnits],
    )
    if (found.rows[0]?.isEnough !== true) return 'short'
    await transaction.query(
      `update wallets.chain_deposit set is_added_up = true, version = version + 1, hints = hints + 1,
         next_look_at = now() where ${group} and units > 0`,
      values,
    )
    return 'enough'
  })
}

/**
 * Counts a deposit for the travel rule. Returns the units that its owner received of the currency, over all
 * chains, in the 24 hours up to this deposit, itself included. Concurrent deposits see each other.
 */
export function weigh(database: Database, row: ChainDeposit): Promise<number> {
  return inTransaction(database, async (transaction) => {
    await lockUser(transaction, row.userId)
    await transaction.query(
      `update wallets.chain_deposit set counted_at = coalesce(counted_at, clock_timestamp())
       where id = $1`,
      [row.rowId],
    )
    const found = await transaction.query<{ units: number }>(
      `select sum(o.units)::bigint as units from wallets.chain_deposit o, wallets.chain_deposit d
       where d.id = $1 and o.user_id = d.user_id and o.currency_id = d.currency_id
         and o.counted_at > d.counted_at - make_interval(hours => $2)
         and o.counted_at <= d.counted_at`,
      [row.rowId, dayHours],
    )
    return found.rows[0]?.units ?? 0
  })
}

/** Serializes these sums per user until the transaction ends. */
async function lockUser(transaction: Transaction, userId: number): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock($1, hashint8($2))', [weighLock, userId])
}

export type Sender = {
  readonly name: string
  readonly address: string
  readonly idNumber: string | null
}

/**
 * Stores the sender's data of a deposit once, as its owner gave them (SRV-68), and makes the deposit due.
 *
 * @returns `unknown`: no such deposit of this user; `already_stored`: stored before
 */
export async function storeSender(
  connection: Connection,
  { rowId, userId }: { readonly rowId: number; readonly userId: number },
  sender: Sender,
): Promise<'stored' | 'already_stored' | 'unknown'> {
  const stored = await connection.query(
    `update wallets.chain_deposit set sender_name = $3, sender_address = $4, sender_id_number = $5,
       sender_told_at = now(), version = version + 1, hints = hints + 1, next_look_at = now()
     where id = $1 and user_id = $2 and sender_told_at is null`,
    [rowId, userId, sender.name, sender.address, sender.idNumber],
  )
  if (stored.rowCount === 1) return 'stored'
  const found = await connection.query(
    'select 1 from wallets.chain_deposit where id = $1 and user_id = $2',
    [rowId, userId],
  )
  return found.rows.length === 1 ? 'already_stored' : 'unknown'
}

/**
 * Whether another small deposit of the same owner and currency was credited on the chain within the hour.
 * Each is booked, but thousands of them must not send thousands of e-mails (ATT-81).
 */
export async function wasCrumbCredited(
  connection: Connection,
  { rowId, userId, chain, currencyId }: ChainDeposit,
): Promise<boolean> {
  const found = await connection.query(
    `select 1 from wallets.chain_deposit where user_id = $2 and chain = $3 and currency_id = $4
       and id <> $1 and is_added_up and state = 'credited' and counted_at is not null
       and updated_at > now() - interval '1 hour' limit 1`,
    [rowId, userId, chain, currencyId],
  )
  return found.rows.length > 0
}

/** Makes proofs for reversals that were booked before proofs existed, by their rows as they are now. */
export async function proveReversals(connection: Connection, keys: Keys): Promise<void> {
  const found = await connection.query<Found>(
    `select ${chainDepositColumns} from wallets.chain_deposit d
     where d.reversal_proof is null and (d.life > 1 or d.state = 'claimed_back')`,
  )
  for (const row of found.rows.map(chainDepositOf)) {
    const life = row.state === 'claimed_back' ? row.life : row.life - 1
    await connection.query('update wallets.chain_deposit set reversal_proof = $2 where id = $1', [
      row.rowId,
      proofOfReversal(keys, { ...row, life }),
    ])
  }
}

/**
 * Makes proofs, once, for reversals that a version without such proofs began. Their owners' accounts are
 * held.
 */
export async function proveReversing(connection: Connection, keys: Keys): Promise<void> {
  const found = await connection.query<Found>(
    `select ${chainDepositColumns} from wallets.chain_deposit d where d.state = 'reversing'`,
  )
  for (const row of found.rows.map(chainDepositOf)) {
    await connection.query('update wallets.chain_deposit set reversal_proof = $2 where id = $1', [
      row.rowId,
      reversalDecisionProof(keys, row),
    ])
  }
}
