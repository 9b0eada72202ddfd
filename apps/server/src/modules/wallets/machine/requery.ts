/** What a database that was put back from a backup says nobody sent: it may have been, since (FLT-40). */
import type { Database } from '../../../platform/database/pool.ts'

export type RequeryChange = {
  /** The state in which it is asked for outside. */
  readonly to: string
  /** The states in which nothing was sent yet. */
  readonly from: readonly string[]
  /** As SQL: what else is set, and which rows of these states alone. */
  readonly set?: string
  readonly only?: string
}

/** Has withdrawals asked for outside before anybody cancels, rejects or sends them. */
export async function requeryRows(
  transaction: Pick<Database, 'query'>,
  kind: 'withdrawal' | 'chain_withdrawal',
  { to, from, set = '', only = 'true' }: RequeryChange,
): Promise<void> {
  const wakeColumns = 'version = version + 1, next_look_at = now(), updated_at = now()'
  // What is not held yet is held first; that it was sent, perhaps, is what the machine goes by.
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
