/** What signing in reads of users. */
import type { Database, Transaction } from '../../../platform/database/pool.ts'

/** What is known of who may sign in. */
export type KnownUser = {
  readonly userId: number
  /** Null: no password opens the account. */
  readonly passwordHash: string | null
  /** Whether the owner showed that the address is his. */
  readonly isVerified: boolean
}

/** The user of an address with the hash of his password; null if unknown. */
export async function findCredentials(
  database: Database,
  emailKey: string,
): Promise<KnownUser | null> {
  const found = await database.query<KnownUser>(
    `select id as "userId", password_hash as "passwordHash",
       email_verified_at is not null as "isVerified"
     from accounts.users where email_key = $1`,
    [emailKey],
  )
  return found.rows[0] ?? null
}

/**
 * Holds a user as he is until the transaction ends: neither password nor factor changes meanwhile, and
 * whoever changes them sees the session that is made. Gives the hash of the password; null if deleted.
 * One sign-in of a user at a time: each may mark him, and two that share his row would wait for each other.
 */
export async function holdUser(
  transaction: Transaction,
  userId: number,
): Promise<{ readonly passwordHash: string | null } | null> {
  const held = await transaction.query<{ passwordHash: string | null }>(
    `select password_hash as "passwordHash" from accounts.users
     where id = $1 and deleted_at is null for no key update`,
    [userId],
  )
  return held.rows[0] ?? null
}

/** Marks for ever that a user got in: from then on nobody signs up again with his address. */
export async function markSignedIn(transaction: Transaction, userId: number): Promise<void> {
  await transaction.query(
    `update accounts.users set first_signed_in_at = now()
     where id = $1 and first_signed_in_at is null`,
    [userId],
  )
}

/**
 * From now on a user is mailed in this language: the one in which he came in last from a device that was known
 * by then. Who comes from a new one does not choose the language in which the owner is warned of him.
 */
export async function setLanguage(
  connection: Pick<Database, 'query'>,
  userId: number,
  language: 'en' | 'id',
): Promise<void> {
  await connection.query(
    'update accounts.users set language = $2 where id = $1 and language <> $2',
    [userId, language],
  )
}

/** Keeps sign-ins of a user waiting until the transaction, which changes how he signs in, ends. */
export async function haltSignIns(transaction: Transaction, userId: number): Promise<void> {
  await transaction.query('select 1 from accounts.users where id = $1 for no key update', [userId])
}

const tablesOfSignIn = [
  'two_factor',
  'code_attempt',
  'one_time_code',
  'sign_in_challenge',
  'known_device',
] as const

/** Removes what signing in keeps of a person who is deleted: factor, codes, devices, challenges, counts. */
export async function deleteSignInOf(
  connection: Pick<Database, 'query'>,
  userId: number,
): Promise<void> {
  for (const table of tablesOfSignIn) {
    await connection.query(`delete from accounts.${table} where user_id = $1`, [userId])
  }
}
