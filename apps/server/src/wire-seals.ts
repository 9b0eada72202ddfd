/** Seals what people saved before a version that seals it, once. */
import path from 'node:path'
import { sealBankAccounts } from './modules/bank-account/index.ts'
import { proveReversals, sealAddresses } from './modules/wallets/index.ts'
import type { Settings } from './platform/config/settings.ts'
import { findInstallation } from './platform/database/installation.ts'
import type { Database } from './platform/database/pool.ts'
import type { Keys } from './platform/secrets/keys.ts'
import { sealedFileIn, sealOnce } from './platform/secrets/sealed-once.ts'

/** On the leader, before anything is served. */
export async function wireSeals(
  { dataDir }: Pick<Settings, 'dataDir'>,
  database: Database,
  keys: Keys,
): Promise<void> {
  const installation = await findInstallation(database)
  if (installation === null) throw new Error('the database has no installation')
  await sealOnce(sealedFileIn(path.resolve(dataDir), installation), {
    addresses: () => sealAddresses(database, keys),
    'bank-accounts': () => sealBankAccounts(database, keys),
    'chain-reversals': () => proveReversals(database, keys),
  })
}
