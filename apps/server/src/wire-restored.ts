/**
 * Opens a restored database closed, because it lacks all later payouts: nothing is paid out, credited or
 * traded until operators have reconciled it with external systems (FLT-40).
 */
import { forgetMark } from './engine/index.ts'
import { endAllSessions } from './modules/accounts/index.ts'
import { haltAllCurrencies } from './modules/accounting/index.ts'
import {
  requeryUnsent,
  requeryUnsigned,
  forgetReadings,
  skipLostAddresses,
} from './modules/wallets/index.ts'
import { readMark, removeMark } from './platform/database/backup-mark.ts'
import type { Database } from './platform/database/pool.ts'
import { inTransaction } from './platform/database/transaction.ts'
import type { Log } from './platform/logging/log.ts'
import type { Keys } from './platform/secrets/keys.ts'
import { setMaintenance } from './platform/maintenance/switch.ts'
import { forgetHead } from './platform/security/event-sealing.ts'
import { recordSecurityEvent } from './platform/security/events.ts'

/**
 * Closes a restored exchange before its engine starts the first time; does nothing to other databases.
 *
 * @param files the files with the engine's last acknowledged position and the head of the security events
 */
export async function openRestored(
  { database, keys, log }: { readonly database: Database; readonly keys: Keys; readonly log: Log },
  clusterDir: string,
  { markFile, eventsFile }: { readonly markFile: string; readonly eventsFile: string },
): Promise<void> {
  const mark = readMark(clusterDir)
  if (mark === null) return
  await closeAsRestored(database, keys)
  // Positions that were acknowledged after the backup are lost on purpose.
  await forgetMark(markFile)
  await forgetHead(eventsFile)
  // The mark is removed last, so that an interrupted call starts again.
  removeMark(clusterDir)
  log.warn(
    { backupOf: mark.begunAt },
    'database restored from a backup: the exchange stays closed until operators resume it',
  )
}

/**
 * Closes a restored database, whoever restored it. A repetition closes nothing that operators have opened
 * since.
 */
export async function closeAsRestored(database: Database, keys: Keys | null): Promise<void> {
  await setMaintenance(database, true)
  await inTransaction(database, async (transaction) => {
    await endAllSessions(transaction)
    await requeryUnsent(transaction)
    await requeryUnsigned(transaction)
    await forgetReadings(transaction)
    await skipLostAddresses(transaction, Date.now())
    const details = { accountId: null, kind: 'database.restored', clientAddress: null }
    await recordSecurityEvent(transaction, details)
    // The audit log holds a lock until the transaction ends, so it is written last.
    await haltAllCurrencies(transaction, keys)
  })
}
