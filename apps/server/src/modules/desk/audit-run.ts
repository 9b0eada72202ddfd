/** The console's part of `npm run audit`: reads its record again and says whether it is whole. */
import { DatabaseClient } from '../../platform/database/client.ts'
import { verifyChain } from './audit-chain.ts'

/** Checks the record of a database and prints one line; true if it is whole. */
export async function auditDesk(
  databaseUrl: string,
  print: (line: string) => void,
): Promise<boolean> {
  const client = new DatabaseClient({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { to, hash, brokenAt } = await verifyChain(client)
    if (brokenAt === null) {
      print(
        `ok    record of the console: ${to.toLocaleString('en-US')} entries, each with its hash`,
      )
      print(`      The last: ${hash.toString('hex')}`)
      return true
    }
    print(`WRONG record of the console: entry ${brokenAt} is not what it was, or is missing.`)
    return false
  } finally {
    await client.end()
  }
}
