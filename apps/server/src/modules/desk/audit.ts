/** The record of what operators did (INV-23): only ever added to, in the transaction that did it. */
import type { Database, Transaction } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { type ChainHead, hashRow } from './audit-chain.ts'

export type AuditEntry = {
  /** Null: the machine itself. */
  readonly operatorId: number | null
  /** A dotted word: `payout.approve`. */
  readonly action: string
  /** What it was done to: `withdrawal:7`. */
  readonly subject: string
  readonly reason: string
  /** What was before and after; no secrets, and personal data masked. */
  readonly before?: object
  readonly after?: object
}

/**
 * Adds an entry, in the caller's transaction: it is there exactly if what it tells of is. Its lock holds
 * until the transaction ends, so it comes last in it.
 *
 * @returns its number and hash
 */
export async function record(transaction: Transaction, entry: AuditEntry): Promise<ChainHead> {
  const heads = await transaction.query<{ no: number; hash: Buffer; atMs: number }>(
    `select no, hash, (extract(epoch from date_trunc('milliseconds', clock_timestamp())) * 1000)::bigint
       as "atMs" from desk.audit_head for update`,
  )
  const [head] = heads.rows
  if (head === undefined) throw new Error('the head of the record of the console is missing')
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
 * Adds an entry about what the program found, at most one a day for each action and subject.
 *
 * @returns false where it was there within a day
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

/** As the table will have it: half a character, which it replaces, would be another text than was hashed. */
function storable(text: string): string {
  return Buffer.from(text).toString()
}

function textOf(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
