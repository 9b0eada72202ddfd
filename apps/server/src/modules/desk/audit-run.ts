/** The console's part of `npm run audit`: verifies the audit log and the votes of operators. */
import type pg from 'pg'
import { onClient } from '../../platform/database/on-client.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { verifyChain } from './audit-chain.ts'
import { checkVotes } from './vote-checks.ts'

type Print = (line: string) => void

const shownMax = 10

/**
 * Verifies the audit log and the votes of a database, and prints a line for each; true if all are valid.
 *
 * @param keys the keys of the server; null if they are not on this machine: then no vote can be proven
 */
export async function auditDesk(
  databaseUrl: string,
  keys: Keys | null,
  print: Print,
): Promise<boolean> {
  return onClient(databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const isWhole = await auditRecord(client, print)
    return (await auditVotes(client, keys, print)) && isWhole
  })
}

async function auditRecord(client: pg.Client, print: Print): Promise<boolean> {
  const { to, hash, brokenAt } = await verifyChain(client)
  if (brokenAt === null) {
    print(`ok    audit log: ${to.toLocaleString('en-US')} entries, each with a valid hash`)
    print(`      The last: ${hash.toString('hex')}`)
    return true
  }
  print(`WRONG audit log: entry ${brokenAt} was changed or is missing.`)
  return false
}

async function auditVotes(client: pg.Client, keys: Keys | null, print: Print): Promise<boolean> {
  if (keys === null) {
    print('WRONG votes of operators: cannot be checked without TUKAR_SECRET_KEY.')
    return false
  }
  let isRight = true
  for (const { name, count, wrong } of await checkVotes(client, keys)) {
    isRight &&= wrong.length === 0
    print(`${wrong.length === 0 ? 'ok   ' : 'WRONG'} ${name}: ${count}`)
    for (const sentence of wrong.slice(0, shownMax)) print(`      ${sentence}`)
    if (wrong.length > shownMax) print(`      and ${wrong.length - shownMax} more.`)
  }
  return isRight
}
