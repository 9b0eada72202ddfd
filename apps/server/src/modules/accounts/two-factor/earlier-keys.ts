/** Renews the keys of addresses that date from before all spellings of one mailbox had one key. */
import { emailKeyOf } from '@tukar/wire'
import type { Database } from '../../../platform/database/pool.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { isProvenUser, proveUser } from '../user-proofs.ts'

type Account = { readonly id: number; readonly email: string; readonly emailKey: string }

/**
 * Gives accounts whose key has punycode, quotes or dots of input methods the key that a sign-in uses. An
 * account keeps its key if another account has the new one.
 */
export async function renewEarlierKeys(connection: Pick<Database, 'query'>): Promise<void> {
  const found = await connection.query<Account>(
    `select id, email, email_key as "emailKey" from accounts.users
     where deleted_at is null
       and (email_key like '%xn--%' or email_key like '"%' or email_key like '%。%')
     order by id`,
  )
  for (const { id, email, emailKey } of found.rows) {
    const key = emailKeyOf(email)
    if (key === emailKey) continue
    await connection.query(
      `update accounts.users set email_key = $2
       where id = $1 and not exists (select from accounts.users where email_key = $2)`,
      [id, key],
    )
  }
}

/**
 * Gives accounts whose key has a final sigma the key that a sign-in uses, with a new proof if the old one
 * matches. An account keeps its key if another account has the new one.
 */
export async function renewSigmaKeys(
  connection: Pick<Database, 'query'>,
  keys: Keys,
): Promise<void> {
  const found = await connection.query<Account>(
    `select id::float8 as id, email, email_key as "emailKey" from accounts.users
     where deleted_at is null and email_key like '%ς%' order by id`,
  )
  for (const { id, email } of found.rows) {
    if (!(await isProvenUser(connection, keys, id))) continue
    const { rowCount } = await connection.query(
      `update accounts.users set email_key = $2
       where id = $1 and not exists (select from accounts.users where email_key = $2)`,
      [id, emailKeyOf(email)],
    )
    if (rowCount === 1) await proveUser(connection, keys, id)
  }
}
