/** The part of `npm run audit` for who signs in: each user's row and factor have the proof of the last change that we made. */
import { onClient } from '../../platform/database/on-client.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { checkUsers } from './user-proofs.ts'

const shownMax = 10

/**
 * Checks the users of a database and prints a line or more; true if each is what we left.
 *
 * @param keys the server's own; null where they are not here: then nothing proves a user
 */
export async function auditUsers(
  databaseUrl: string,
  keys: Keys | null,
  print: (line: string) => void,
): Promise<boolean> {
  if (keys === null) {
    print('WRONG users: the secret that proves them is not here (TUKAR_SECRET_KEY).')
    return false
  }
  const { count, unproven } = await onClient(databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    return checkUsers(client, keys)
  })
  const isRight = unproven.length === 0
  print(`${isRight ? 'ok   ' : 'WRONG'} users, each with the proof of what it says: ${count}`)
  for (const userId of unproven.slice(0, shownMax)) {
    print(`      Account ${userId} is not what we left.`)
  }
  if (unproven.length > shownMax) print(`      and ${unproven.length - shownMax} more.`)
  return isRight
}
