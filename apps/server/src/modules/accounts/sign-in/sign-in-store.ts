/** Reads of users that a sign-in needs. */
import type { Database, Transaction } from '../../../platform/database/pool.ts'

/** A user who may sign in. */
export type KnownUser = {
  readonly userId: number
  /** Null: no password opens the account. */
  readonly passwordHash: string | null
  /** Whether the owner confirmed the address. */
  readonly isVerified: boolean
}

/** The user of an address with the password hash; null if the address is unknown. */
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
 * Locks a user until the transaction ends, so that neither password nor factor changes and a later change
 * sees the new session. Returns the password hash; null if the user is deleted. Sign-ins of one user run one
 * after the other: two that share a lock on the row, and then update it, would deadlock.
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

/** Marks permanently that the user signed in; from then on nobody can register the address again. */
export async function markSignedIn(transaction: Transaction, userId: number): Promise<void> {
  await transaction.query(
    `update accounts.users set first_signed_in_at = now()
     where id = $1 and first_signed_in_at is null`,
    [userId],
  )
}

/**
 * Sets the language of e-mails to that of the last sign-in on a known device. A new device does not choose
 * the language of the warning to the owner.
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

/** Makes sign-ins of a user wait until the transaction, which changes their credentials, ends. */
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

/** Deletes the sign-in data of a deleted user: factor, codes, devices, challenges and counts. */
export async function deleteSignInOf(
  connection: Pick<Database, 'query'>,
  userId: number,
): Promise<void> {
  for (const table of tablesOfSignIn) {
    await connection.query(`delete from accounts.${table} where user_id = $1`, [userId])
  }
}
