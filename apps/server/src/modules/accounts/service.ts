/** The regular work of accounts: at the start, and at intervals. */
import { sweepSpentProofs } from '../../platform/captcha/spent-proofs.ts'
import type { Database } from '../../platform/database/pool.ts'
import { sweepCodeAttempts } from './codes/code-attempts.ts'
import { makeDemoPeople } from './demo-people/demo-people.ts'
import { endOldLinks, sweepLinks } from './registration/email-links.ts'
import { bookFunds } from './deletion/funds.ts'
import { sweepDevices } from './sign-in/known-devices.ts'
import { sweepMailCounts } from './registration/mail-counts.ts'
import { sweepCodes } from './codes/one-time-codes-store.ts'
import type { AccountsDeps } from './deps.ts'
import { sweepSessions } from './sessions/sessions-store.ts'
import { sweepChallenges } from './sign-in/sign-in-challenges.ts'

/** Creates the missing demo people, and books funds that are pending after a crash. */
export async function prepareAccounts(deps: AccountsDeps): Promise<void> {
  if (deps.isSimulation) await makeDemoPeople(deps)
  await bookFunds(deps, null)
}

/** Ends expired sessions, links and codes for good, so that a clock set back cannot revive them (INV-26). */
export async function endExpiredAccess(deps: AccountsDeps): Promise<void> {
  await sweepAll(deps, [sweepSessions, sweepChallenges, sweepCodes, endOldLinks])
}

/** Deletes data that is no longer needed, and books funds that are still pending. */
export async function sweepAccounts(deps: AccountsDeps): Promise<void> {
  await sweepAll(deps, [
    sweepCodeAttempts,
    sweepLinks,
    sweepMailCounts,
    sweepDevices,
    sweepSpentProofs,
  ])
  await bookFunds(deps, null)
}

/** Runs each sweep separately and logs the ones that fail. */
async function sweepAll(
  { database, log }: AccountsDeps,
  sweeps: readonly ((database: Database) => Promise<void>)[],
): Promise<void> {
  for (const sweep of sweeps) {
    try {
      await sweep(database)
    } catch (error) {
      log.warn(
        { sweep: sweep.name, error: String(error) },
        'sweep failed, tried again in the next round',
      )
    }
  }
}
