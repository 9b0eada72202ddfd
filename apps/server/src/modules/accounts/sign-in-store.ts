/** What signing in reads of users. */
import type { Database } from '../../platform/database/pool.ts'

/** The user of an address and the hash of his password (null: none opens it); null if unknown. */
export async function findCredentials(
  database: Database,
  emailKey: string,
): Promise<{ readonly userId: number; readonly passwordHash: string | null } | null> {
  const found = await database.query<{ id: number; password_hash: string | null }>(
    'select id, password_hash from accounts.users where email_key = $1',
    [emailKey],
  )
  const row = found.rows[0]
  return row === undefined ? null : { userId: row.id, passwordHash: row.password_hash }
}
