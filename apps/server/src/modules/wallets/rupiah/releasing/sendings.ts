/**
 * The times when withdrawals were sent to the gateway, by their steps, which the program's role can only add.
 */
import type { Database } from '../../../../platform/database/pool.ts'
import { timeMsOf } from '../../machine/time-columns.ts'
import type { Sendings } from './release-check.ts'

type Connection = Pick<Database, 'query'>

/** How often and when a withdrawal was sent. */
export async function sendingsOf(connection: Connection, rowId: number): Promise<Sendings> {
  const found = await connection.query<Sendings>(
    `select count(*)::int as count, ${timeMsOf('max(at)')} as "lastMs",
       floor(extract(epoch from clock_timestamp() - max(at)) * 1000)::bigint as "agoMs"
     from wallets.step where kind = 'withdrawal' and row_id = $1 and state = 'sending'`,
    [rowId],
  )
  return found.rows[0] ?? { count: 0, lastMs: null, agoMs: null }
}

/** Whether it was last sent before requests had proofs, by the audit log's entry of that upgrade. */
export async function isFromBeforeProofs(
  connection: Connection,
  { lastMs }: Sendings,
): Promise<boolean> {
  const found = await connection.query<{ atMs: number }>(
    `select ${timeMsOf('at')} as "atMs" from desk.audit_entry where action = 'seals.made'
     order by no limit 1`,
  )
  const upgradedMs = found.rows[0]?.atMs
  return lastMs !== null && upgradedMs !== undefined && lastMs < upgradedMs
}
