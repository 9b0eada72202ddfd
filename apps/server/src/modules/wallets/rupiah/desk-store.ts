/** Deposits and withdrawals as operators read them. */
import type { DepositQueue, WithdrawalQueue } from '@tukar/wire'
import type { Database } from '../../../platform/database/pool.ts'
import { countQueue, type DeskPage, deskRows, type QueueCount } from '../machine/queue-figures.ts'
import type { Deposit } from './deposit.ts'
import { depositColumns, openProofCondition } from './deposit-store.ts'
import type { Withdrawal } from './withdrawal-row.ts'
import { withdrawalColumns } from './withdrawal-store.ts'

type Connection = Pick<Database, 'query'>

const depositConditions: Readonly<Record<DepositQueue, string>> = {
  proof: `d.state in ('created', 'pending')
    and ${openProofCondition}`,
  quarantined: `(d.state = 'quarantined' or d.alarm is not null)`,
  all: 'true',
}

const withdrawalConditions: Readonly<Record<WithdrawalQueue, string>> = {
  waiting: `w.state = 'waiting' and w.canceled_by is null
    and w.cause not in ('security_hold', 'account_suspended', 'account_held')`,
  // What nobody knows the end of, and what went another way than it should.
  unknown: `(w.state = 'unknown' or (w.alarm is not null and w.state <> 'waiting'))`,
  all: 'true',
}

export type DeskDepositRecord = Deposit & { readonly hasFile: boolean }

/** A page of a queue of deposits; what waits longest first, of all the newest. */
export async function listDeskDeposits(
  connection: Connection,
  queue: DepositQueue,
  page: number,
): Promise<DeskPage<DeskDepositRecord>> {
  const where = depositConditions[queue]
  const found = await connection.query<DeskDepositRecord>(
    `select ${depositColumns},
       exists (select 1 from wallets.deposit_file f where f.deposit_id = d.id) as "hasFile"
     from wallets.deposit d where ${where}
     order by d.id ${queue === 'all' ? 'desc' : 'asc'} limit $1 offset $2`,
    [deskRows, (page - 1) * deskRows],
  )
  const { count } = await countQueue(connection, `wallets.deposit d where ${where}`, 'd.created_at')
  return { rows: found.rows, total: count }
}

/** A page of a queue of withdrawals; what waits longest first, of all the newest. */
export async function listDeskWithdrawals(
  connection: Connection,
  queue: WithdrawalQueue,
  page: number,
): Promise<DeskPage<Withdrawal>> {
  const where = withdrawalConditions[queue]
  const found = await connection.query<Withdrawal>(
    `select ${withdrawalColumns} from wallets.withdrawal w where ${where}
     order by w.id ${queue === 'all' ? 'desc' : 'asc'} limit $1 offset $2`,
    [deskRows, (page - 1) * deskRows],
  )
  const { count } = await countQueue(
    connection,
    `wallets.withdrawal w where ${where}`,
    'w.created_at',
  )
  return { rows: found.rows, total: count }
}

/** How much waits in a queue of deposits, and since when. */
export function countDepositQueue(
  connection: Connection,
  queue: DepositQueue,
): Promise<QueueCount> {
  const from = `wallets.deposit d where ${depositConditions[queue]}`
  return countQueue(connection, from, 'd.updated_at')
}

/** How much waits in a queue of withdrawals, and since when. */
export function countWithdrawalQueue(
  connection: Connection,
  queue: WithdrawalQueue,
): Promise<QueueCount> {
  const from = `wallets.withdrawal w where ${withdrawalConditions[queue]}`
  return countQueue(connection, from, 'w.updated_at')
}

export type Proof = { readonly mediaType: string; readonly content: Buffer }

/** The proof of a deposit, or null. */
export async function findProof(connection: Connection, depositId: number): Promise<Proof | null> {
  const found = await connection.query<Proof>(
    `select media_type as "mediaType", content from wallets.deposit_file where deposit_id = $1`,
    [depositId],
  )
  return found.rows[0] ?? null
}

/** Units: what the outside owes us over a rail, and what was sent over it and is not settled. */
export async function ledgerOf(
  connection: Connection,
  railId: number,
  currencyId: number,
): Promise<{ readonly owed: number; readonly inFlight: number }> {
  const found = await connection.query<{ owed: number; inFlight: number }>(
    `select coalesce((select -available from exchange.balance
         where account_id = $1 and currency_id = $2), 0)::bigint as owed,
       (select coalesce(sum(net + provider_fee), 0) from wallets.withdrawal
         where rail_id = $1 and state in ('sending', 'unknown', 'sent'))::bigint as "inFlight"`,
    [railId, currencyId],
  )
  return found.rows[0] ?? { owed: 0, inFlight: 0 }
}
