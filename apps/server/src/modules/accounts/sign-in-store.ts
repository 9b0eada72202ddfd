/** What signing in reads of users. */
import type { Database } from '../../platform/database/pool.ts'

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

/** Removes what signing in keeps of a person who is deleted: factor, devices, challenges, counts. */
export async function deleteSignInOf(
  connection: Pick<Database, 'query'>,
  userId: number,
): Promise<void> {
  for (const table of ['two_factor', 'code_attempt', 'sign_in_challenge', 'known_device']) {
    await connection.query(`delete from accounts.${table} where user_id = $1`, [userId])
  }
}
