/** The keys by which `npm run audit` knows votes. */
import { readSecretKey } from '../../platform/config/settings.ts'
import { pg } from '../../platform/database/driver.ts'
import { findKeys, type Keys } from '../../platform/secrets/keys.ts'

/** The server's keys, by its setting or as its database keeps them; null where they are not here. */
export async function keysOfAudit(
  databaseUrl: string,
  env: Parameters<typeof readSecretKey>[0],
): Promise<Keys | null> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await findKeys(client, readSecretKey(env))
  } finally {
    await client.end()
  }
}
