/**
 * The part of `npm run audit` for users: the row and factor of each user must match the proof of the last
 * change.
 */
import { onClient } from '../../platform/database/on-client.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { checkUsers } from './user-proofs.ts'

const shownMax = 10

/**
 * Checks all users of a database and prints the result; true if every proof matches.
 *
 * @param keys the keys of the server; null if they are not on this machine: then no user can be proven
 */
export async function auditUsers(
  databaseUrl: string,
  keys: Keys | null,
  print: (line: string) => void,
): Promise<boolean> {
  if (keys === null) {
    print('WRONG users: cannot be checked without TUKAR_SECRET_KEY.')
    return false
  }
  const { count, unproven } = await onClient(databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    return checkUsers(client, keys)
  })
  const isRight = unproven.length === 0
  print(`${isRight ? 'ok   ' : 'WRONG'} users, each with a valid proof: ${count}`)
  for (const userId of unproven.slice(0, shownMax)) {
    print(`      Account ${userId} does not match its proof.`)
  }
  if (unproven.length > shownMax) print(`      and ${unproven.length - shownMax} more.`)
  return isRight
}
