/** Deposits and withdrawals for the operator console. */
import type { DepositQueue, WithdrawalQueue } from '@tukar/wire'
import type { Database } from '../../../../platform/database/pool.ts'
import { createQueueReader } from '../../machine/queue-figures.ts'
import type { Deposit } from '../deposits/deposit.ts'
import { depositColumns, openProofCondition } from '../deposits/deposit-store.ts'
import type { Withdrawal } from '../withdrawals/withdrawal-row.ts'
import { withdrawalColumns } from '../withdrawals/withdrawal-store.ts'

type Connection = Pick<Database, 'query'>

export type DeskDepositRecord = Deposit & { readonly hasFile: boolean }

/** Deposits in their queues. */
export const deposits = createQueueReader<DepositQueue, DeskDepositRecord>({
  table: 'wallets.deposit',
  alias: 'd',
  columns: `${depositColumns},
    exists (select 1 from wallets.deposit_file f where f.deposit_id = d.id) as "hasFile"`,
  conditions: {
    proof: `d.state in ('created', 'pending')
    and ${openProofCondition}`,
    quarantined: `(d.state = 'quarantined' or d.alarm is not null)`,
    all: 'true',
  },
})

/** Withdrawals in their queues. */
export const withdrawals = createQueueReader<WithdrawalQueue, Withdrawal>({
  table: 'wallets.withdrawal',
  alias: 'w',
  columns: withdrawalColumns,
  conditions: {
    waiting: `w.state = 'waiting' and w.canceled_by is null
    and w.cause not in ('security_hold', 'new_device', 'new_receiver', 'account_suspended',
      'account_held')`,
    // Withdrawals with unknown outcome, and those with an unexpected one.
    unknown: `(w.state = 'unknown'
      or (w.alarm is not null and (w.state <> 'waiting' or w.canceled_by is not null)))`,
    all: 'true',
  },
})

export type Proof = { readonly mediaType: string; readonly content: Buffer }

/** The proof of payment of a deposit, or null. */
export async function findProof(connection: Connection, depositId: number): Promise<Proof | null> {
  const found = await connection.query<Proof>(
    `select media_type as "mediaType", content from wallets.deposit_file where deposit_id = $1`,
    [depositId],
  )
  return found.rows[0] ?? null
}

/**
 * Units: what the gateway owes us over a rail, and what was sent and is not settled. Withdrawals that were
 * only marked as sent after a restored backup do not count.
 */
export async function ledgerOf(
  connection: Connection,
  railId: number,
  currencyId: number,
): Promise<{ readonly owed: number; readonly inFlight: number }> {
  const found = await connection.query<{ owed: number; inFlight: number }>(
    `select coalesce((select -available from exchange.balance
         where account_id = $1 and currency_id = $2), 0)::bigint as owed,
       (select coalesce(sum(net + provider_fee), 0) from wallets.withdrawal
         where rail_id = $1 and (state in ('sending', 'sent') or state = 'unknown' and sent_count > 0)
       )::bigint as "inFlight"`,
    [railId, currencyId],
  )
  return found.rows[0] ?? { owed: 0, inFlight: 0 }
}
