/** The part of `npm run audit` that checks that no security event is missing from its chain. */
import { onClient } from '../database/on-client.ts'
import type { Keys } from '../secrets/keys.ts'
import { checkEvents, readStoredHead } from './event-chain.ts'

const shownMax = 10

/**
 * Checks the chain of security events of a database and prints the result; true if it is complete.
 *
 * @param file where this server stores the end of the chain
 */
export async function auditEvents(
  { databaseUrl, file }: { readonly databaseUrl: string; readonly file: string },
  keys: Keys | null,
  print: (line: string) => void,
): Promise<boolean> {
  if (keys === null) {
    print('WRONG security events: the secret that proves them is not here (TUKAR_SECRET_KEY).')
    return false
  }
  // Read first, because events may be sealed meanwhile.
  const kept = readStoredHead(file)
  const { count, wrong, unsealed } = await onClient(databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    return checkEvents(client, keys, kept)
  })
  print(`${wrong.length === 0 ? 'ok   ' : 'WRONG'} security events, each with its seal: ${count}`)
  for (const sentence of wrong.slice(0, shownMax)) print(`      ${sentence}`)
  if (wrong.length > shownMax) print(`      and ${wrong.length - shownMax} more.`)
  if (unsealed > 0) print(`      ${unsealed} more are not sealed yet.`)
  return wrong.length === 0
}
