/** Chain deposits and withdrawals for the operator console. */
import type { ChainDepositQueue, ChainWithdrawalQueue } from '@tukar/wire'
import type { Database } from '../../../../platform/database/pool.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import type { RowKind } from '../../machine/row-store.ts'
import { createQueueReader } from '../../machine/queue-figures.ts'
import { timeMsOf } from '../../machine/time-columns.ts'
import { type ChainName, chainTable } from '../chains.ts'
import type { ChainDeposit } from '../deposits/deposit-row.ts'
import { chainDepositColumns, chainDepositOf } from '../deposits/deposit-store.ts'
import { findChainHalts } from '../tracking/halts.ts'
import type { ChainWithdrawal } from '../withdrawals/withdrawal-row.ts'
import { chainWithdrawalColumns } from '../withdrawals/withdrawal-store.ts'

type Connection = Pick<Database, 'query'>

type CaseTimes = { readonly createdMs: number; readonly updatedMs: number }
export type DeskChainDepositRecord = ChainDeposit & CaseTimes
export type DeskChainWithdrawalRecord = ChainWithdrawal &
  CaseTimes & { readonly hasReceiver: boolean }

const depositColumns = `${chainDepositColumns}, ${timeMsOf('d.created_at')} as "createdMs",
  ${timeMsOf('d.updated_at')} as "updatedMs"`
const withdrawalColumns = `${chainWithdrawalColumns}, ${timeMsOf('w.created_at')} as "createdMs",
  ${timeMsOf('w.updated_at')} as "updatedMs", w.receiver_name is not null as "hasReceiver"`

type FoundDeposit = Parameters<typeof chainDepositOf>[0] & CaseTimes

const queuedDeposits = createQueueReader<ChainDepositQueue, FoundDeposit>({
  table: 'wallets.chain_deposit',
  alias: 'd',
  columns: depositColumns,
  conditions: {
    // The owner is asked for the sender's data. Operators see such deposits so that none is forgotten.
    held: `((d.state = 'held' and d.cause is distinct from 'set_aside') or (d.alarm is not null and d.state not in ('claimed_back', 'credited')))`,
    reversed: `(d.state = 'reversing' or (d.state = 'claimed_back' and d.resumed_life < d.life) or (d.state = 'credited' and d.alarm is not null))`,
    all: 'true',
  },
})

/** Withdrawals in their queues. */
export const withdrawals = createQueueReader<ChainWithdrawalQueue, DeskChainWithdrawalRecord>({
  table: 'wallets.chain_withdrawal',
  alias: 'w',
  columns: withdrawalColumns,
  conditions: {
    waiting: `w.state = 'waiting_approval' and w.canceled_by is null`,
    trouble: `w.alarm is not null and w.state <> 'waiting_approval'`,
    all: 'true',
  },
})

function depositRecordOf(found: FoundDeposit): DeskChainDepositRecord {
  const { createdMs, updatedMs } = found
  return { ...chainDepositOf(found), createdMs, updatedMs }
}

/** Deposits in their queues. */
export const deposits = {
  ...queuedDeposits,
  async page(connection: Connection, queue: ChainDepositQueue, no: number) {
    const { rows, total } = await queuedDeposits.page(connection, queue, no)
    return { rows: rows.map(depositRecordOf), total }
  },
}

/** A deposit, or null. */
export async function findDeskChainDeposit(
  connection: Connection,
  rowId: number,
): Promise<DeskChainDepositRecord | null> {
  const found = await connection.query<FoundDeposit>(
    `select ${depositColumns} from wallets.chain_deposit d where d.id = $1`,
    [rowId],
  )
  const row = found.rows[0]
  return row === undefined ? null : depositRecordOf(row)
}

/** A withdrawal, or null. */
export async function findDeskChainWithdrawal(
  connection: Connection,
  rowId: number,
): Promise<DeskChainWithdrawalRecord | null> {
  const found = await connection.query<DeskChainWithdrawalRecord>(
    `select ${withdrawalColumns} from wallets.chain_withdrawal w where w.id = $1`,
    [rowId],
  )
  return found.rows[0] ?? null
}

/** The signed transactions of a withdrawal, oldest first; unsigned ones have no id. */
export async function txidsOf(
  connection: Connection,
  withdrawalId: number,
): Promise<readonly string[]> {
  const found = await connection.query<{ txid: string }>(
    `select txid from wallets.chain_transaction
     where withdrawal_id = $1 and txid is not null order by no`,
    [withdrawalId],
  )
  return found.rows.map(({ txid }) => txid)
}

export type AddressFacts = {
  /** Whether the address was given to one of our users. */
  readonly isOwn: boolean
  /** Completed withdrawals of the same user to this address. */
  readonly sentBefore: number
}

/** Facts about the destination address of a withdrawal. */
export async function addressFactsOf(
  connection: Connection,
  { chain, userId, toAddress }: Pick<ChainWithdrawal, 'chain' | 'userId' | 'toAddress'>,
): Promise<AddressFacts> {
  const { family } = chainTable[chain]
  // EVM addresses are stored and compared in lower case.
  const key = family === 'evm' ? toAddress.toLowerCase() : toAddress
  const found = await connection.query<AddressFacts>(
    `select exists (select 1 from wallets.chain_address where family = $1 and address = $2) as "isOwn",
       (select count(*)::int from wallets.chain_withdrawal
         where user_id = $3 and chain = $4 and state = 'done'
           and (to_address = $2 or ($1 = 'evm' and lower(to_address) = $2))) as "sentBefore"`,
    [family, key, userId, chain],
  )
  return found.rows[0] ?? { isOwn: false, sentBefore: 0 }
}

/** Makes a row due at once; false if it does not exist. */
export async function wakeRow(
  connection: Connection,
  kind: Extract<RowKind, 'chain_deposit' | 'chain_withdrawal'>,
  rowId: number,
): Promise<boolean> {
  const hinted = await connection.query(
    `update wallets.${kind} set hints = hints + 1, next_look_at = now() where id = $1`,
    [rowId],
  )
  return hinted.rowCount === 1
}

export type ChainRecord = {
  readonly chain: ChainName
  readonly tipHeight: number | null
  readonly headHeight: number | null
  readonly finalHeight: number | null
  readonly lookedMs: number | null
  readonly tipMovedMs: number | null
  readonly paused: string | null
}

/** The chains that were ever followed; `paused` is the halt that payouts and credits obey. */
export async function readChains(
  connection: Connection,
  keys: Keys,
): Promise<readonly ChainRecord[]> {
  const found = await connection.query<Omit<ChainRecord, 'paused'>>(
    `select chain, tip_height as "tipHeight", head_height as "headHeight",
       final_height as "finalHeight", ${timeMsOf('looked_at')} as "lookedMs",
       ${timeMsOf('tip_moved_at')} as "tipMovedMs"
     from wallets.chain_cursor order by chain`,
  )
  const pauses = await findChainHalts(connection, keys)
  return found.rows.map((row) => ({ ...row, paused: pauses.get(row.chain) ?? null }))
}
