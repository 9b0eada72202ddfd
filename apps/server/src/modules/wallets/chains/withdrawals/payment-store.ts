/** Withdrawals over chains in the database: payments, their proofs and their transactions. */
import type { Approval, Approved } from '../../../../adapters/signer/index.ts'
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import { pauseColumns, pauseValues } from '../../machine/request-pause.ts'
import { addStep } from '../../machine/row-store.ts'
import type { ChainName } from '../chains.ts'
import type { RequestedPayment } from './requests/approving.ts'
import { readOrder } from './signing/signing-order.ts'

type Connection = Pick<Database, 'query'>

/** One payment with a valid proof is enough. */
const paidMax = 10

/** A payment with its proofs. */
export type Payment = Omit<RequestedPayment, 'chain'> & {
  readonly chain: ChainName
  readonly rowId: number
  readonly symbol: string
  readonly holdId: number | null
  readonly requestMac: Buffer | null
  /** Whether its pause lasts. */
  readonly isEarly: boolean
  readonly approved: Approved | null
}

type Found = Omit<Payment, 'chainAmount' | 'approved'> & {
  readonly chainAmount: string
  readonly approval: string | null
  readonly approvalMac: Buffer | null
}

const paymentColumns = `w.id as "rowId", w.reference, w.user_id as "userId", w.chain,
  w.currency_id as "currencyId", w.contract, w.amount, w.fee, w.net,
  w.chain_amount::text as "chainAmount", w.to_address as "toAddress",
  (select c.code from exchange.currency c where c.id = w.currency_id) as symbol,
  w.receiver_name as "receiverName", w.receiver_address as "receiverAddress",
  w.approvals_needed as "approvalsNeeded", w.hold_id as "holdId", w.request_mac as "requestMac",
  w.approval, w.approval_mac as "approvalMac", ${pauseColumns}`

/** Reads the payment of a withdrawal; throws if it does not exist. */
export async function readPayment(connection: Connection, rowId: number): Promise<Payment> {
  const found = await connection.query<Found>(
    `select ${paymentColumns} from wallets.chain_withdrawal w where w.id = $1`,
    [rowId],
  )
  const row = found.rows[0]
  if (row === undefined) throw new Error(`there is no chain withdrawal ${rowId}`)
  return paymentOf(row)
}

/** The latest completed payments of a user to an address of a chain. */
export async function paidTo(
  connection: Connection,
  { userId, chain, toAddress }: Pick<RequestedPayment, 'userId' | 'chain' | 'toAddress'>,
): Promise<readonly Payment[]> {
  const found = await connection.query<Found>(
    `select ${paymentColumns} from wallets.chain_withdrawal w
     where w.user_id = $1 and w.to_address = $3 and w.chain = $2 and w.state = 'done'
     order by w.id desc limit $4`,
    [userId, chain, toAddress, paidMax],
  )
  return found.rows.map(paymentOf)
}

/** Payments of a currency that were signed, and so may have been sent, and are not finished. */
export async function paymentsUnderWay(
  connection: Connection,
  currencyId: number,
): Promise<readonly Payment[]> {
  const found = await connection.query<Found>(
    `select ${paymentColumns} from wallets.chain_withdrawal w
     where w.currency_id = $1 and w.state in ('signed', 'broadcast', 'confirming') order by w.id`,
    [currencyId],
  )
  return found.rows.map(paymentOf)
}

/** Payments after a row. */
export async function paymentsAfter(
  connection: Connection,
  after: number,
  max: number,
): Promise<readonly Payment[]> {
  const found = await connection.query<Found>(
    `select ${paymentColumns} from wallets.chain_withdrawal w
     where w.id > $1 order by w.id limit $2`,
    [after, max],
  )
  return found.rows.map(paymentOf)
}

function paymentOf({ chainAmount, approval, approvalMac, ...payment }: Found): Payment {
  const approved =
    approval === null || approvalMac === null
      ? null
      : { approval: approvalOf(approval), mac: approvalMac.toString('hex') }
  return { ...payment, chainAmount: BigInt(chainAmount), approved }
}

/** A stored approval; only its MAC proves it. */
function approvalOf(text: string): Approval {
  const approval: Approval = JSON.parse(text)
  return approval
}

/** The columns of an approval. */
export function approvalColumns({ approval, mac }: Approved) {
  return { approval: JSON.stringify(approval), approval_mac: Buffer.from(mac, 'hex') }
}

export type NewChainWithdrawal = RequestedPayment & {
  readonly requestId: string
  readonly requestHash: Buffer
  readonly requestMac: Buffer
}

/** Stores a withdrawal, claimed for its first pass; null if the request made one already. */
export async function insertChainWithdrawal(
  transaction: Transaction,
  made: NewChainWithdrawal,
): Promise<number | null> {
  const values = {
    chain: made.chain,
    user_id: made.userId,
    currency_id: made.currencyId,
    contract: made.contract,
    amount: made.amount,
    fee: made.fee,
    net: made.net,
    chain_amount: made.chainAmount.toString(),
    to_address: made.toAddress,
    receiver_name: made.receiverName,
    receiver_address: made.receiverAddress,
    approvals_needed: made.approvalsNeeded,
    ...pauseValues(made),
    reference: made.reference,
    request_id: made.requestId,
    request_hash: made.requestHash,
    request_mac: made.requestMac,
  }
  const places = Object.keys(values).map((_, place) => `$${place + 1}`)
  const inserted = await transaction.query<{ id: number }>(
    `insert into wallets.chain_withdrawal (${Object.keys(values).join(', ')}, taken_until)
     values (${places.join(', ')}, now() + interval '2 minutes')
     on conflict (user_id, request_id) do nothing returning id`,
    Object.values(values),
  )
  const rowId = inserted.rows[0]?.id
  if (rowId === undefined) return null
  await addStep(transaction, { kind: 'chain_withdrawal', rowId, state: 'requested', cause: null })
  return rowId
}

type InFlight = {
  readonly amount: string
  /** The orders of gas fundings to users' addresses, at any fee. */
  readonly gifts: readonly Buffer[]
  readonly fees: string
  readonly units: number
}

/**
 * The amounts of a chain's hot wallet that unmined withdrawals and gas fundings use. Fees are in the chain's
 * coin; units are those that the ledger still owes over the rail.
 */
export async function inFlightOf(
  connection: Connection,
  chain: ChainName,
  contract: string | null,
  exceptId = 0,
): Promise<{ readonly amount: bigint; readonly fees: bigint; readonly units: number }> {
  const found = await connection.query<InFlight>(
    `select (select coalesce(sum(chain_amount), 0) from wallets.chain_withdrawal
         where chain = $1 and contract is not distinct from $2
           and state in ('signing', 'signed', 'broadcast') and id <> $3)::text as amount,
       array(select request from wallets.chain_transaction
         where chain = $1 and purpose = 'gas_funding' and contract is not distinct from $2
           and no = 1 and state in ('planned', 'signed', 'sent')) as gifts,
       (select coalesce(sum(fee_max), 0) from wallets.chain_transaction
         where chain = $1 and purpose in ('payout', 'gas_funding', 'gap_filling')
           and state in ('planned', 'signed', 'sent')
           and withdrawal_id is distinct from $3)::text as fees,
       (select coalesce(sum(net), 0) from wallets.chain_withdrawal
         where chain = $1 and contract is not distinct from $2
           and state in ('signing', 'signed', 'broadcast', 'confirming')
           and id <> $3)::bigint as units`,
    [chain, contract, exceptId],
  )
  const row = found.rows[0]
  const gifts = row?.gifts ?? []
  return {
    amount: gifts.reduce(
      (sum, gift) => sum + BigInt(readOrder(gift).order.approval.amount),
      BigInt(row?.amount ?? 0),
    ),
    fees: BigInt(row?.fees ?? 0),
    units: row?.units ?? 0,
  }
}

/** Marks a withdrawal's transaction as sent. */
export async function noteSent(connection: Connection, rowId: number, no: number): Promise<void> {
  await connection.query(
    `update wallets.chain_transaction set state = 'sent', sent_at = coalesce(sent_at, now()),
       updated_at = now()
     where withdrawal_id = $1 and no = $2 and state = 'signed'`,
    [rowId, no],
  )
}

/** Marks the mined transaction of a withdrawal with its fee; the others can no longer be mined. */
export async function noteMined(
  connection: Connection,
  rowId: number,
  mined: {
    readonly txid: string
    readonly height: number
    readonly hash: string
    readonly isFinal: boolean
    /** Null: the maximum of its order. */
    readonly feePaid: bigint | null
  },
): Promise<void> {
  await connection.query(
    `update wallets.chain_transaction set updated_at = now(),
       state = case when txid = $2 then case when $5 then 'final' else 'mined' end
         when $5 then 'displaced' else state end,
       block_height = case when txid = $2 then $3::int end,
       block_hash = case when txid = $2 then $4::text end,
       fee_paid = case when txid = $2 then coalesce($6::numeric, fee_max) end
     where withdrawal_id = $1 and txid is not null`,
    [rowId, mined.txid, mined.height, mined.hash, mined.isFinal, mined.feePaid?.toString() ?? null],
  )
}

/** Marks the transactions of a withdrawal that were never signed, or can no longer be mined. */
export async function noteEnded(connection: Connection, rowId: number): Promise<void> {
  await connection.query(
    `update wallets.chain_transaction set updated_at = now(),
       state = case when txid is null then 'void' else 'displaced' end
     where withdrawal_id = $1 and state in ('planned', 'signed', 'sent')`,
    [rowId],
  )
}

/** Deletes a planned, never signed fee increase. */
export async function dropPlanned(
  connection: Connection,
  rowId: number,
  no: number,
): Promise<void> {
  await connection.query(
    'delete from wallets.chain_transaction where withdrawal_id = $1 and no = $2 and txid is null',
    [rowId, no],
  )
}

/** The highest record number of the signer that was seen. */
export async function bookSeen(connection: Connection): Promise<number> {
  const found = await connection.query<{ number: number }>('select number from wallets.signer_book')
  return found.rows[0]?.number ?? 0
}

/** Stores the signer's record number, which only increases. */
export async function noteBook(connection: Connection, number: number): Promise<void> {
  await connection.query(
    `insert into wallets.signer_book as b (number) values ($1)
     on conflict (one) do update set number = greatest(b.number, excluded.number)`,
    [number],
  )
}

/** The stored tip of a chain; -1 if there is none. */
export async function tipHeight(connection: Connection, chain: ChainName): Promise<number> {
  const found = await connection.query<{ tip: number | null }>(
    'select tip_height as tip from wallets.chain_cursor where chain = $1',
    [chain],
  )
  return found.rows[0]?.tip ?? -1
}
