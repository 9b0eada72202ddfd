/**
 * The part of `npm run audit` that checks the roles of the database: rights that the program's role must not
 * have.
 */
import { readCredentials } from './hosts.ts'
import { onClient } from './on-client.ts'
import { programRights } from './program-rights.ts'
import { findExcessRights, silencedTriggers } from './roles.ts'

/**
 * Checks the program's role and prints the result; false if its rights were changed or a trigger was
 * disabled. A single role for everything is reported but passes: a leader in live mode refuses it.
 *
 * @param place `url` signs in as the program's role, `ownerUrl` as the owner; null if the owner is not
 * configured
 */
export async function auditRoles(
  { url, ownerUrl }: { readonly url: string; readonly ownerUrl: string | null },
  print: (line: string) => void,
): Promise<boolean> {
  const role = readCredentials(url).username || null
  const { excess, silenced } = await onClient(ownerUrl ?? url, async (client) => ({
    excess: await findExcessRights(client, role),
    silenced: await silencedTriggers(client),
  }))
  for (const trigger of silenced) print(`WRONG roles of the database: ${trigger} is off.`)
  if (excess.length === 0) {
    print(
      `ok    roles of the database: the program's role has its rights on ${programRights.size} tables`,
    )
    return silenced.length === 0
  }
  if (ownerUrl === null) {
    print(`note  roles of the database are not separated, of the program's: ${excess.join('; ')}`)
    return silenced.length === 0
  }
  for (const one of excess) print(`WRONG role of the program in the database: ${one}.`)
  return false
}
