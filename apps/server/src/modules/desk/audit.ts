/** The audit log of operators (INV-23): append-only, written in the transaction of the action. */
import type { Database, Transaction } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { type ChainHead, hashRow } from './audit-chain.ts'

export type AuditEntry = {
  /** Null: the system. */
  readonly operatorId: number | null
  /** A dotted name: `payout.approve`. */
  readonly action: string
  /** The subject of the action: `withdrawal:7`. */
  readonly subject: string
  readonly reason: string
  /** The state before and after; without secrets, and with masked personal data. */
  readonly before?: object
  readonly after?: object
}

/**
 * Appends an entry in the caller's transaction, so that the entry exists exactly if the action does. It holds
 * a lock until the transaction ends, so call it last.
 *
 * @returns the number and hash of the entry
 */
export async function record(transaction: Transaction, entry: AuditEntry): Promise<ChainHead> {
  const heads = await transaction.query<{ no: number; hash: Buffer; atMs: number }>(
    `select no, hash, (extract(epoch from date_trunc('milliseconds', clock_timestamp())) * 1000)::bigint
       as "atMs" from desk.audit_head for update`,
  )
  const [head] = heads.rows
  if (head === undefined) throw new Error('the head of the audit log is missing')
  const row = {
    no: head.no + 1,
    atMs: head.atMs,
    operatorId: entry.operatorId,
    action: storable(entry.action),
    subject: storable(entry.subject),
    reason: storable(entry.reason),
    before: textOf(entry.before),
    after: textOf(entry.after),
  }
  const hash = hashRow(head.hash, row)
  await transaction.query(
    `insert into desk.audit_entry
       (no, at, operator_id, action, subject, reason, before, after, hash)
     values ($1, to_timestamp(0) + $2::bigint * interval '1 millisecond', $3, $4, $5, $6, $7, $8, $9)`,
    [...Object.values(row), hash],
  )
  await transaction.query('update desk.audit_head set no = $1, hash = $2', [row.no, hash])
  return { no: row.no, hash }
}

/**
 * Appends an entry about a finding of the system, at most once a day for each action and subject.
 *
 * @returns false if there was an entry within a day
 */
export async function recordDaily(
  database: Database,
  action: string,
  subject: string,
): Promise<boolean> {
  const recent = await database.query(
    `select from desk.audit_entry where subject = $1 and action = $2 and at > now() - interval '1 day'
     limit 1`,
    [subject, action],
  )
  if (recent.rows.length > 0) return false
  await inTransaction(database, (transaction) =>
    record(transaction, { operatorId: null, action, subject, reason: '' }),
  )
  return true
}

/**
 * The text as the table stores it: a lone surrogate would be replaced there, and no longer match the hash.
 */
function storable(text: string): string {
  return Buffer.from(text).toString()
}

function textOf(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
