/** Sessions of users in the database of a server that runs as a separate process. */
import { createSessions } from '../modules/accounts/index.ts'
import { isProvenUser, proveUser } from '../modules/accounts/user-proofs.ts'
import { openDatabase } from '../platform/database/pool.ts'
import { createLog } from '../platform/logging/log.ts'
import { keysOf } from '../platform/secrets/keys.ts'
import { testSecret } from '../platform/secrets/testing/secrets.ts'

/**
 * Signs a user in and returns the token.
 *
 * @param secret the server's TUKAR_SECRET_KEY
 */
export async function tokenFor(
  databaseUrl: string,
  emailKey: string,
  secret = testSecret,
): Promise<string> {
  const database = openDatabase(databaseUrl, createLog('fatal'))
  try {
    const found = await database.query<{ id: number }>(
      'select id from accounts.users where email_key = $1',
      [emailKey],
    )
    const [person] = found.rows
    if (person === undefined) throw new Error(`there is nobody with the address ${emailKey}`)
    const keys = keysOf(secret)
    // Tests insert users into the table; users that the product created are proven already.
    if (!(await isProvenUser(database, keys, person.id))) await proveUser(database, keys, person.id)
    return await createSessions(database, keys, { days: 1 }).open(person.id)
  } finally {
    await database.end()
  }
}
