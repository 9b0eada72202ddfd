/**
 * A database that was put back from a backup does not know what left since. So it opens closed: nothing is
 * paid out, credited or traded until people have compared it with the outside (FLT-40).
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
 * Closes the exchange of a backup before its engine starts the first time; nothing of any other database.
 *
 * @param files where the engine keeps what was acknowledged last, and the server the end of the security events
 */
export async function openRestored(
  { database, keys, log }: { readonly database: Database; readonly keys: Keys; readonly log: Log },
  clusterDir: string,
  { markFile, eventsFile }: { readonly markFile: string; readonly eventsFile: string },
): Promise<void> {
  const mark = readMark(clusterDir)
  if (mark === null) return
  await closeAsRestored(database, keys)
  // What was acknowledged since the backup is lost on purpose.
  await forgetMark(markFile)
  await forgetHead(eventsFile)
  // Only now: whoever is broken off before begins again.
  removeMark(clusterDir)
  log.warn(
    { backupOf: mark.begunAt },
    'a backup was put back: the exchange is closed until people let it go on',
  )
}

/** Closes it, whoever put the database back. The same again changes nothing that people did not open since. */
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
    // The record of the console holds a lock until the end, so it comes last.
    await haltAllCurrencies(transaction, keys)
  })
}
