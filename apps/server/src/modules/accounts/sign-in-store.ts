/** What signing in reads of users. */
import type { Database } from '../../platform/database/pool.ts'

export type Credentials = {
  readonly userId: number
  /** Null: no password opens the account. */
  readonly passwordHash: string | null
}

/** The user of an address with the hash of his password; null if unknown. */
export async function findCredentials(
  database: Database,
  emailKey: string,
): Promise<Credentials | null> {
  const found = await database.query<Credentials>(
    `select id as "userId", password_hash as "passwordHash"
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
