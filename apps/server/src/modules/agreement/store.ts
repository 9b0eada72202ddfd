/** Particulars and signatures in the database; what is personal is sealed before it comes here. */
import type { Database } from '../../platform/database/pool.ts'

type Connection = Pick<Database, 'query'>

/** Whether a person has agreed. */
export async function hasAgreed(connection: Connection, userId: number): Promise<boolean> {
  const found = await connection.query('select 1 from agreement.signature where user_id = $1', [
    userId,
  ])
  return found.rowCount === 1
}

/** The newest particulars of a person as they are sealed; null where there are none. */
export async function newestSealed(connection: Connection, userId: number): Promise<Buffer | null> {
  const found = await connection.query<{ sealed: Buffer }>(
    'select sealed from agreement.particulars where user_id = $1 order by no desc limit 1',
    [userId],
  )
  return found.rows[0]?.sealed ?? null
}

/** Whether a person's particulars are there: only complete ones are kept. */
export async function hasParticulars(connection: Connection, userId: number): Promise<boolean> {
  const found = await connection.query(
    'select 1 from agreement.particulars where user_id = $1 limit 1',
    [userId],
  )
  return found.rowCount === 1
}

/** Keeps particulars; those before stay as their history. */
export async function insertSealed(
  connection: Connection,
  userId: number,
  sealed: Buffer,
): Promise<void> {
  await connection.query('insert into agreement.particulars (user_id, sealed) values ($1, $2)', [
    userId,
    sealed,
  ])
}

/** How often a person saved particulars within the last hour. */
export async function savingsOfHour(connection: Connection, userId: number): Promise<number> {
  const found = await connection.query<{ count: number }>(
    `select count(*)::int as count from agreement.particulars
     where user_id = $1 and saved_at > now() - interval '1 hour'`,
    [userId],
  )
  return found.rows[0]?.count ?? 0
}

/** A person's consent to one version of the text, in the words of a language. */
export type Signature = {
  readonly userId: number
  readonly textVersion: string
  readonly language: 'en' | 'id'
}

/** Keeps that a person agreed; false, and nothing changes, where he has already. */
export async function insertSignature(
  connection: Connection,
  { userId, textVersion, language }: Signature,
): Promise<boolean> {
  const inserted = await connection.query(
    `insert into agreement.signature (user_id, text_version, language) values ($1, $2, $3)
     on conflict do nothing`,
    [userId, textVersion, language],
  )
  return inserted.rowCount === 1
}
