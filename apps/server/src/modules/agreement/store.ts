/** Personal details and signatures in the database; personal data arrives here sealed. */
import type { Database, Transaction } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import {
  isFactProven,
  proveEarlierFacts,
  proveFact,
  unprovenFacts,
} from '../../platform/secrets/proven-facts.ts'
import { noteUnproven } from '../accounts/index.ts'

type Connection = Pick<Database, 'query'>

const kind = 'agreement'

/**
 * Whether a user has agreed. A signature that was inserted into the database does not count, and raises an
 * alarm.
 */
export async function hasAgreed(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<boolean> {
  const found = await connection.query('select 1 from agreement.signature where user_id = $1', [
    userId,
  ])
  if (found.rowCount !== 1) return false
  if (await isFactProven(connection, keys, kind, userId)) return true
  await noteUnproven(connection, userId)
  return false
}

/** Proves signatures from before there were proofs, as they are now. */
export function proveEarlierSignatures(connection: Connection, keys: Keys): Promise<void> {
  return proveEarlierFacts(connection, keys, kind, signedAfter)
}

/** Users whose signatures were inserted into the database, by id. */
export async function unprovenSignatures(
  connection: Connection,
  keys: Keys,
): Promise<readonly string[]> {
  return (await unprovenFacts(connection, keys, kind, signedAfter)).map(String)
}

async function signedAfter(
  connection: Connection,
  after: number,
  limit: number,
): Promise<readonly number[]> {
  const found = await connection.query<{ userId: number }>(
    `select user_id::float8 as "userId" from agreement.signature
     where user_id > $1 order by user_id limit $2`,
    [after, limit],
  )
  return found.rows.map(({ userId }) => userId)
}

/** The newest details of a user, sealed; null if there are none. */
export async function newestSealed(connection: Connection, userId: number): Promise<Buffer | null> {
  const found = await connection.query<{ sealed: Buffer }>(
    'select sealed from agreement.particulars where user_id = $1 order by no desc limit 1',
    [userId],
  )
  return found.rows[0]?.sealed ?? null
}

/** Whether a user saved personal details; only complete ones are stored. */
export async function hasParticulars(connection: Connection, userId: number): Promise<boolean> {
  const found = await connection.query(
    'select 1 from agreement.particulars where user_id = $1 limit 1',
    [userId],
  )
  return found.rowCount === 1
}

/** Stores details; earlier ones stay as their history. */
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

/** How often a user saved details within the last hour. */
export async function savingsOfHour(connection: Connection, userId: number): Promise<number> {
  const found = await connection.query<{ count: number }>(
    `select count(*)::int as count from agreement.particulars
     where user_id = $1 and saved_at > now() - interval '1 hour'`,
    [userId],
  )
  return found.rows[0]?.count ?? 0
}

/** The security event for a number that belongs to another approved account. */
export const refusedNumberEvent = 'agreement.number_refused'

/** How many numbers of other accounts a user entered within so many days. */
export async function countRefusedNumbers(
  connection: Connection,
  userId: number,
  days: number,
): Promise<number> {
  const found = await connection.query<{ count: number }>(
    `select count(*)::int as count from security.event
     where account_id = $1 and kind = $2 and at > now() - make_interval(days => $3)`,
    [userId, refusedNumberEvent, days],
  )
  return found.rows[0]?.count ?? 0
}

/** A user's consent to one version of the text, in one language. */
export type AgreementSignature = {
  readonly userId: number
  readonly textVersion: string
  readonly language: 'en' | 'id'
}

/**
 * Stores a user's consent with its proof. The caller has locked the user and checked that there is no consent
 * yet.
 */
export async function insertSignature(
  transaction: Transaction,
  keys: Keys,
  { userId, textVersion, language }: AgreementSignature,
): Promise<void> {
  await transaction.query(
    `insert into agreement.signature (user_id, text_version, language) values ($1, $2, $3)
     on conflict do nothing`,
    [userId, textVersion, language],
  )
  await proveFact(transaction, keys, kind, userId)
}
