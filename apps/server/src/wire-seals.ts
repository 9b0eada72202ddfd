/** Seals data of versions without seals, once; the audit log records that it was done. */
import {
  keyEarlierPasswords,
  proveEarlierDevices,
  proveEarlierResets,
  proveEarlierSuspensions,
  proveEarlierUsers,
  proveUsersAgain,
  renewEarlierKeys,
  renewSigmaKeys,
  sealDevices,
  sealLinkEnds,
  sealLinks,
} from './modules/accounts/index.ts'
import { proveEarlierSignatures } from './modules/agreement/index.ts'
import { sealBankAccounts } from './modules/bank-account/index.ts'
import { proveEarlierBonuses } from './modules/bonus/index.ts'
import {
  proveEarlierHalts,
  proveEarlierMarketHalts,
  sealHalts,
} from './modules/accounting/index.ts'
import { audit } from './modules/desk/index.ts'
import { proveEarlierApprovals } from './modules/kyc/index.ts'
import { proveEarlierProfiles } from './modules/markets/index.ts'
import { proveEarlierSettings } from './modules/settings/index.ts'
import {
  proveClosings,
  proveEarlierChainHalts,
  proveEarlierHolds,
  proveEarlierLimits,
  proveEarlierTokens,
  proveEarlierTransactions,
  proveEarlierWithdrawn,
  proveReversals,
  proveReversing,
  sealAddresses,
} from './modules/wallets/index.ts'
import type { Database, Transaction } from './platform/database/pool.ts'
import { inTransaction } from './platform/database/transaction.ts'
import type { Keys } from './platform/secrets/keys.ts'
import type { EventHead } from './platform/security/event-chain.ts'
import { type SealingDeps, startSealing } from './platform/security/event-sealing.ts'

export { reportUnproven } from './wire-unproven.ts'

/**
 * Runs on the leader, before requests are served. The audit log is append-only: seals that an attacker
 * removes later are not renewed.
 */
export async function wireSeals(database: Database, keys: Keys): Promise<void> {
  await sealOnce(database, 'seals.made', async (transaction) => {
    await sealAddresses(transaction, keys)
    await sealBankAccounts(transaction, keys)
    await proveReversals(transaction, keys)
  })
  await sealOnce(database, 'seals.closings', async (transaction) => {
    await proveClosings(transaction, keys)
    await proveReversing(transaction, keys)
  })
  await sealOnce(database, 'seals.sign_in', async (transaction) => {
    await renewEarlierKeys(transaction)
    await proveEarlierUsers(transaction, keys)
    await sealLinks(transaction, keys)
  })
  await sealOnce(database, 'seals.users', (transaction) => proveUsersAgain(transaction, keys))
  await sealOnce(database, 'seals.passwords', (transaction) =>
    keyEarlierPasswords(transaction, keys),
  )
  await sealOnce(database, 'seals.devices', (transaction) => sealDevices(transaction, keys))
  await sealOnce(database, 'seals.device_proofs', (transaction) =>
    proveEarlierDevices(transaction, keys),
  )
  await sealOnce(database, 'seals.ends', (transaction) => sealLinkEnds(transaction, keys))
  await sealOnce(database, 'seals.sigma', (transaction) => renewSigmaKeys(transaction, keys))
  await sealOnce(database, 'seals.limits', async (transaction) => {
    await proveEarlierSettings(transaction, keys)
    await proveEarlierLimits(transaction, keys)
    await proveEarlierHalts(transaction, keys)
  })
  await sealOnce(database, 'seals.verified', async (transaction) => {
    await proveEarlierApprovals(transaction, keys)
    await proveEarlierSignatures(transaction, keys)
  })
  await sealOnce(database, 'seals.suspensions', (transaction) =>
    proveEarlierSuspensions(transaction, keys),
  )
  await sealOnce(database, 'seals.stops', (transaction) =>
    proveEarlierMarketHalts(transaction, keys),
  )
  await sealOnce(database, 'seals.tokens', (transaction) => proveEarlierTokens(transaction, keys))
  await sealOnce(database, 'seals.transactions', (transaction) =>
    proveEarlierTransactions(transaction, keys),
  )
  await sealOnce(database, 'seals.bonus', (transaction) => proveEarlierBonuses(transaction, keys))
  await sealOnce(database, 'seals.resets', (transaction) => proveEarlierResets(transaction, keys))
  await sealOnce(database, 'seals.holds', (transaction) => proveEarlierHolds(transaction, keys))
  await sealOnce(database, 'seals.chain_halts', (transaction) =>
    proveEarlierChainHalts(transaction, keys),
  )
  await sealOnce(database, 'seals.withdrawn', (transaction) =>
    proveEarlierWithdrawn(transaction, keys),
  )
  await inTransaction(database, (transaction) => sealHalts(transaction, keys))
}

/** Runs on the leader, before the listing is read. */
export function sealProfiles(database: Database, keys: Keys): Promise<void> {
  return sealOnce(database, 'seals.profiles', (transaction) =>
    proveEarlierProfiles(transaction, keys),
  )
}

/** Seals security events while this server leads; returns the function that stops it. */
export function wireEvents(
  deps: Omit<SealingDeps, 'file' | 'onMissing'> & { readonly eventsFile: string },
): () => Promise<void> {
  const { database, eventsFile: file } = deps
  const onMissing = async ({ no }: EventHead) => {
    await audit.recordDaily(database, 'events.missing', `events:${no}`)
  }
  const sealing = startSealing({ ...deps, file, onMissing })
  return () => sealing.stop()
}

function sealOnce(
  database: Database,
  action: string,
  seal: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  return inTransaction(database, async (transaction) => {
    const created = await transaction.query(
      'select from desk.audit_entry where action = $1 limit 1',
      [action],
    )
    if (created.rows.length > 0) return
    await seal(transaction)
    await audit.record(transaction, { operatorId: null, action, subject: 'people', reason: '' })
  })
}
