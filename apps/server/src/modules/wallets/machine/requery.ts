/**
 * After a restored backup, withdrawals that look unsent may have been sent since (FLT-40). They are
 * requeried.
 */
import type { Database } from '../../../platform/database/pool.ts'

export type RequeryChange = {
  /** The state in which the counterparty is asked. */
  readonly to: string
  /** The states in which nothing was sent yet. */
  readonly from: readonly string[]
  /** SQL: further columns to set, and a condition on the rows. */
  readonly set?: string
  readonly only?: string
}

/**
 * Moves withdrawals to the state in which the counterparty is asked, before anybody can cancel, reject or
 * send them.
 */
export async function requeryRows(
  transaction: Pick<Database, 'query'>,
  kind: 'withdrawal' | 'chain_withdrawal',
  { to, from, set = '', only = 'true' }: RequeryChange,
): Promise<void> {
  const wakeColumns = 'version = version + 1, next_look_at = now(), updated_at = now()'
  // A requested withdrawal gets its hold first. `sent_at` marks that it may have been sent.
  await transaction.query(
    `update wallets.${kind} set sent_at = now(), ${wakeColumns} where state = 'requested'`,
  )
  await transaction.query(
    `with doubted as (
       update wallets.${kind} set state = $1, cause = null, alarm = null, ${set} ${wakeColumns}
       where state = any($2) and canceled_by is null and ${only}
       returning id
     )
     insert into wallets.step (kind, row_id, no, state)
     select $3, d.id, (select count(*) + 1 from wallets.step s
       where s.kind = $3 and s.row_id = d.id), $1
     from doubted d`,
    [to, from, kind],
  )
}
