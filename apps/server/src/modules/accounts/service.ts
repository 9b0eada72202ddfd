/** What accounts do on their own: at the start, and from time to time. */
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

/** Makes the demo people that are missing, and books funds that a crash left pending. */
export async function prepareAccounts(deps: AccountsDeps): Promise<void> {
  if (deps.isSimulation) await makeDemoPeople(deps)
  await bookFunds(deps, null)
}

/** Ends for good what is over, so that no clock that is set back opens it again (INV-26). */
export async function endExpiredAccess(deps: AccountsDeps): Promise<void> {
  await sweepAll(deps, [sweepSessions, sweepChallenges, sweepCodes, endOldLinks])
}

/** Removes what is kept for nothing any more, and books funds that are still pending. */
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

/** Each on its own, told where it fails. */
async function sweepAll(
  { database, log }: AccountsDeps,
  sweeps: readonly ((database: Database) => Promise<void>)[],
): Promise<void> {
  for (const sweep of sweeps) {
    try {
      await sweep(database)
    } catch (error) {
      log.warn({ sweep: sweep.name, error: String(error) }, 'sweep')
    }
  }
}
