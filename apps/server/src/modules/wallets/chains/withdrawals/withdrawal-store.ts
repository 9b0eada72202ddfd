/**
 * Withdrawals over chains in the database. All transactions of a withdrawal share a nonce or inputs, which
 * are reserved in the transaction that moves its row to `signing` (INV-13).
 */
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { requeryRows } from '../../machine/requery.ts'
import { accountHoldIn } from '../../account-holds.ts'
import { requireEdge } from '../../machine/edges.ts'
import { pauseColumns } from '../../machine/request-pause.ts'
import { type ColumnValues, moveRow } from '../../machine/row-store.ts'
import { timeMsOf } from '../../machine/time-columns.ts'
import type { ChainName } from '../chains.ts'
import {
  type ChainWithdrawal,
  type ChainWithdrawalState,
  chainWithdrawalEdges,
} from './withdrawal-row.ts'
import { macOfTransaction, type TransactionClaim } from './proofs/transaction-proof.ts'

type Connection = Pick<Database, 'query'>

/** The columns of a withdrawal, from a table `w`. */
export const chainWithdrawalColumns = `w.id as "rowId", w.user_id as "userId", w.state, w.cause,
  w.alarm, w.version, w.hints, w.attempts, w.chain, w.currency_id as "currencyId", w.contract,
  w.reference, w.chain_amount::text as "chainAmount",
  (select c.code from exchange.currency c where c.id = w.currency_id) as symbol,
  w.amount, w.fee, w.net, w.to_address as "toAddress", w.hold_id as "holdId",
  ${pauseColumns}, w.approvals_needed as "approvalsNeeded",
  (select count(*)::int from wallets.approval a
    where a.kind = 'chain_withdrawal' and a.row_id = w.id and a.decision = 'approve') as approvals,
  (select count(*)::int from wallets.approval a
    where a.kind = 'chain_withdrawal' and a.row_id = w.id and a.decision = 'give_back') as "agreedBack",
  w.canceled_by as "canceledBy", ${timeMsOf('w.sent_at')} as "sentAtMs",
  w.signed_count as "signedCount",
  ${accountHoldIn('w.user_id')} as "accountHold"`

/** Reads a withdrawal; throws if it does not exist. */
export async function readChainWithdrawal(
  connection: Connection,
  rowId: number,
): Promise<ChainWithdrawal> {
  const found = await connection.query<ChainWithdrawal>(
    `select ${chainWithdrawalColumns} from wallets.chain_withdrawal w where w.id = $1`,
    [rowId],
  )
  const row = found.rows[0]
  if (row === undefined) throw new Error(`there is no chain withdrawal ${rowId}`)
  return row
}

/** Moves a withdrawal along a declared edge; false if the row changed since it was read. */
export function moveChainWithdrawal(
  transaction: Transaction,
  row: ChainWithdrawal,
  move: {
    readonly epoch: number
    readonly to: ChainWithdrawalState
    readonly cause: string | null
    readonly changes: ColumnValues
  },
): Promise<boolean> {
  requireEdge(chainWithdrawalEdges, row.state, move.to)
  return moveRow(transaction, row, { kind: 'chain_withdrawal', ...move })
}

/**
 * Assigns the next nonce of a sending address (INV-16). Nonces have no gaps, because a rollback returns the
 * nonce. They are assigned one after the other, because the row stays locked until the commit.
 *
 * @param firstNonce the chain's count when the address was first used
 */
export async function assignNonce(
  transaction: Transaction,
  { chain, address, firstNonce }: { chain: ChainName; address: string; firstNonce: number },
): Promise<number> {
  const taken = await transaction.query<{ nonce: number }>(
    `insert into wallets.chain_nonce as n (chain, address, next_nonce) values ($1, $2, $3 + 1)
     on conflict (chain, address) do update set next_nonce = n.next_nonce + 1
     returning next_nonce - 1 as nonce`,
    [chain, address, firstNonce],
  )
  const nonce = taken.rows[0]?.nonce
  if (nonce === undefined) throw new Error('no nonce was assigned')
  return nonce
}

/** Raises the next nonce of a sending address above one that was used without us (FLT-40). */
export async function raiseNonce(
  transaction: Transaction,
  { chain, address, above }: { chain: ChainName; address: string; above: number },
): Promise<void> {
  await transaction.query(
    `insert into wallets.chain_nonce as n (chain, address, next_nonce) values ($1, $2, $3 + 1)
     on conflict (chain, address)
       do update set next_nonce = greatest(n.next_nonce, excluded.next_nonce)`,
    [chain, address, above],
  )
}

export type Coin = {
  readonly txid: string
  readonly index: number
  /** Satoshi. */
  readonly amount: bigint
  readonly branch: 0 | 1
  readonly keyIndex: number
}

/**
 * SQL condition for an output `o` that may be spent: mined, not reserved, and of the house or of a credited
 * deposit. A payout based on a reorganized output could never be paid.
 */
export const spendableOutput = `o.reserved_for is null and o.taken_by is null and o.spent_txid is null
  and o.block_height is not null
  and (o.branch = 1 or exists (select 1 from wallets.chain_deposit d
    where d.chain = 'bitcoin' and d.txid = o.txid and d.output_index = o.output_index
      and d.state = 'credited'))`

/**
 * Our outputs that can be spent now: enough confirmations, mature, not reserved.
 *
 * @param tipHeight the stored tip of the chain
 */
export async function freeCoins(
  connection: Connection,
  limits: {
    readonly tipHeight: number
    readonly confirmations: number
    readonly coinbaseConfirmations: number
    readonly max: number
  },
): Promise<readonly Coin[]> {
  const found = await connection.query<Omit<Coin, 'amount'> & { readonly amount: string }>(
    `select txid, output_index as index, amount::text, branch, key_index as "keyIndex"
     from wallets.chain_outpoint o
     where ${spendableOutput}
       and block_height <= $1 + 1 - case when is_coinbase then $3::int else $2::int end
     order by amount desc, txid, output_index limit $4`,
    [limits.tipHeight, limits.confirmations, limits.coinbaseConfirmations, limits.max],
  )
  return found.rows.map(({ amount, ...coin }) => ({ ...coin, amount: BigInt(amount) }))
}

export type Outputs = readonly Pick<Coin, 'txid' | 'index'>[]

/** Outputs as query parameters: their transaction ids and indexes. */
type Places = readonly [txids: readonly string[], indexes: readonly number[]]

function placesOf(outputs: Outputs): Places {
  return [outputs.map(({ txid }) => txid), outputs.map(({ index }) => index)]
}

async function reserveFor(
  transaction: Transaction,
  withdrawalId: number,
  places: Places,
): Promise<void> {
  await transaction.query(
    `update wallets.chain_outpoint o set reserved_for = $3
     from unnest($1::text[], $2::int[]) as c(txid, output_index)
     where o.txid = c.txid and o.output_index = c.output_index`,
    [...places, withdrawalId],
  )
}

/** Reserves outputs for a withdrawal; false, without any change, if one of them is no longer free. */
export async function reserveCoins(
  transaction: Transaction,
  withdrawalId: number,
  coins: Outputs,
): Promise<boolean> {
  const wanted = placesOf(coins)
  const free = await transaction.query(
    `select 1 from wallets.chain_outpoint o
       join unnest($1::text[], $2::int[]) as c(txid, output_index) using (txid, output_index)
     where ${spendableOutput}
     order by txid, output_index for update of o`,
    [...wanted],
  )
  if (free.rows.length !== coins.length) return false
  await reserveFor(transaction, withdrawalId, wanted)
  return true
}

/**
 * Reserves outputs that a withdrawal already spent without us (FLT-40).
 *
 * @returns their value in satoshi; null, without any change, if one is not known to be ours or is reserved by
 * another withdrawal
 */
export async function reserveSpent(
  transaction: Transaction,
  withdrawalId: number,
  outputs: Outputs,
): Promise<bigint | null> {
  const wanted = placesOf(outputs)
  const found = await transaction.query<{ amount: string }>(
    `select o.amount::text from wallets.chain_outpoint o
       join unnest($1::text[], $2::int[]) as c(txid, output_index) using (txid, output_index)
     where o.taken_by is null and coalesce(o.reserved_for, $3) = $3
     order by txid, output_index for update of o`,
    [...wanted, withdrawalId],
  )
  if (found.rows.length !== outputs.length) return null
  await reserveFor(transaction, withdrawalId, wanted)
  return found.rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
}

/**
 * Releases outputs of a withdrawal. Only allowed once none of its transactions can be mined. Outputs that
 * another transaction spent stay spent.
 */
export async function releaseCoins(transaction: Transaction, withdrawalId: number): Promise<void> {
  await transaction.query(
    'update wallets.chain_outpoint set reserved_for = null where reserved_for = $1',
    [withdrawalId],
  )
}

export type PayoutOrder = {
  readonly chain: ChainName
  readonly withdrawalId: number
  /** The reference of the withdrawal; with its hold, the subject of its transactions' proofs. */
  readonly reference: string
  readonly holdId: number | null
  /** From 1; each fee increase has the next number. */
  readonly no: number
  /** EVM: the address and its nonce; null on bitcoin. */
  readonly slot: { readonly address: string; readonly nonce: number } | null
  /** The order to the signer, always byte-equal (FLT-31). */
  readonly request: Buffer
}

export type PlannedTransaction = PayoutOrder & {
  /** The maximum cost, in the chain's coin. */
  readonly feeMax: bigint
}

function proofOfPayout(
  keys: Keys,
  { chain, reference, holdId, no, slot, request }: PayoutOrder,
  signed: Pick<TransactionClaim, 'txid' | 'bytes'>,
): Buffer {
  const [fromAddress, nonce] = slot === null ? [null, null] : [slot.address, slot.nonce]
  const of = { purpose: 'payout', reference, holdId, chain, no, fromAddress, nonce, request }
  return macOfTransaction(keys, { ...of, txid: signed.txid, bytes: signed.bytes })
}

/** Stores the order to the signer, with its proof; an already stored order stays. */
export async function planTransaction(
  transaction: Transaction,
  keys: Keys,
  planned: PlannedTransaction,
): Promise<void> {
  await transaction.query(
    `insert into wallets.chain_transaction
       (chain, purpose, withdrawal_id, no, from_address, nonce, request, fee_max, proof)
     values ($1, 'payout', $2, $3, $4, $5, $6, $7, $8)
     on conflict (withdrawal_id, no) do nothing`,
    [
      planned.chain,
      planned.withdrawalId,
      planned.no,
      planned.slot?.address ?? null,
      planned.slot?.nonce ?? null,
      planned.request,
      planned.feeMax.toString(),
      proofOfPayout(keys, planned, { txid: null, bytes: null }),
    ],
  )
}

export type StoredTransaction = {
  readonly no: number
  readonly nonce: number | null
  readonly fromAddress: string | null
  readonly request: Buffer
  readonly txid: string | null
  readonly bytes: Buffer | null
  readonly proof: Buffer | null
}

/** All transactions of a withdrawal by their rows, proven or not; oldest first. */
export async function transactionsOf(
  connection: Connection,
  withdrawalId: number,
): Promise<readonly StoredTransaction[]> {
  const found = await connection.query<StoredTransaction>(
    `select no, nonce, from_address as "fromAddress", request, txid, bytes, proof
     from wallets.chain_transaction where withdrawal_id = $1 order by no`,
    [withdrawalId],
  )
  return found.rows
}

/** The same for many withdrawals, by their ids; one without transactions is left out. */
export async function transactionsOfEach(
  connection: Connection,
  withdrawalIds: readonly number[],
): Promise<ReadonlyMap<number, readonly StoredTransaction[]>> {
  const stored = new Map<number, StoredTransaction[]>()
  if (withdrawalIds.length === 0) return stored
  const found = await connection.query<StoredTransaction & { readonly withdrawalId: number }>(
    `select withdrawal_id as "withdrawalId", no, nonce, from_address as "fromAddress", request, txid,
       bytes, proof
     from wallets.chain_transaction where withdrawal_id = any($1) order by withdrawal_id, no`,
    [withdrawalIds],
  )
  for (const { withdrawalId, ...one } of found.rows) {
    const others = stored.get(withdrawalId)
    if (others === undefined) stored.set(withdrawalId, [one])
    else others.push(one)
  }
  return stored
}

/** Stores a transaction that was signed for an earlier database (FLT-40); the same again changes nothing. */
export async function storeRecovered(
  transaction: Transaction,
  keys: Keys,
  planned: PlannedTransaction,
  signed: { readonly txid: string; readonly bytes: Buffer },
): Promise<void> {
  await planTransaction(transaction, keys, planned)
  await storeSigned(transaction, keys, planned, signed)
}

/** Other signed bytes are stored already: two transactions exist where only one may. */
export class SignedOtherwise extends Error {
  override readonly name = 'SignedOtherwise'
}

/** Stores signed bytes of an order before they are sent; the same again changes nothing. */
export async function storeSigned(
  connection: Connection,
  keys: Keys,
  order: PayoutOrder,
  signed: { readonly txid: string; readonly bytes: Buffer },
): Promise<void> {
  const stored = await connection.query(
    `update wallets.chain_transaction set txid = $3, bytes = $4, proof = $6, updated_at = now(),
       state = case when state = 'planned' then 'signed' else state end
     where withdrawal_id = $1 and no = $2 and request = $5
       and (txid is null or (txid = $3 and bytes = $4))`,
    [
      order.withdrawalId,
      order.no,
      signed.txid,
      signed.bytes,
      order.request,
      proofOfPayout(keys, order, signed),
    ],
  )
  if (stored.rowCount !== 1) {
    throw new SignedOtherwise(`withdrawal ${order.withdrawalId} has other signed bytes already`)
  }
}

/**
 * Makes withdrawals due that blocks above a height paid, finished ones too, because these blocks may be gone.
 */
export async function wakePaidAbove(
  transaction: Transaction,
  chain: ChainName,
  height: number,
): Promise<void> {
  await transaction.query(
    `update wallets.chain_withdrawal set hints = hints + 1, next_look_at = now()
     where id in (select withdrawal_id from wallets.chain_transaction
       where chain = $1 and block_height > $2)`,
    [chain, height],
  )
}

/**
 * Requeries the signer about all withdrawals that are unsigned by a restored database: they may have been
 * signed since the backup. Until the signer answers, they can be neither canceled, rejected nor paid
 * (FLT-40).
 */
export function requeryUnsigned(transaction: Connection): Promise<void> {
  return requeryRows(transaction, 'chain_withdrawal', {
    to: 'signing',
    from: ['held', 'waiting_approval', 'approved'],
  })
}
