/** The part of `npm run audit` for rows with their own proofs. */
import { unprovenSignatures } from './modules/agreement/index.ts'
import { unprovenApprovals } from './modules/kyc/index.ts'
import { unprovenWithdrawn } from './modules/wallets/index.ts'
import { onClient } from './platform/database/on-client.ts'
import type { Keys } from './platform/secrets/keys.ts'
import { checks } from './wire-unproven.ts'

/** Kinds with as many rows as users: the audit checks all of them, and the server checks each at its use. */
const auditChecks = {
  ...checks,
  verified: unprovenApprovals,
  agreement: unprovenSignatures,
  withdrawn: unprovenWithdrawn,
} as const
const shownMax = 10

/** Verifies the proofs of all rows of `auditChecks` in one snapshot and prints at least one line per kind. Returns whether every row matches its proof; false without keys. */
export async function auditRows(
  databaseUrl: string,
  keys: Keys | null,
  print: (line: string) => void,
): Promise<boolean> {
  if (keys === null) {
    print('WRONG settings and limits: cannot be checked without TUKAR_SECRET_KEY.')
    return false
  }
  return onClient(databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    let isRight = true
    for (const [kind, unproven] of Object.entries(auditChecks)) {
      const wrong = await unproven(client, keys)
      isRight &&= wrong.length === 0
      print(
        `${wrong.length === 0 ? 'ok   ' : 'WRONG'} rows of ${kind}, each matching its last proof`,
      )
      for (const id of wrong.slice(0, shownMax))
        print(`      ${kind} ${id} does not match its last proof.`)
      if (wrong.length > shownMax) print(`      and ${wrong.length - shownMax} more.`)
    }
    return isRight
  })
}
