/** What accounts do on their own: at the start, and from time to time. */
import { sweepSpentProofs } from '../../platform/captcha/spent-proofs.ts'
import type { Database } from '../../platform/database/pool.ts'
import { sweepAttempts } from './attempts.ts'
import { sweepCodeAttempts } from './code-attempts.ts'
import { makeDemoPeople } from './demo-people.ts'
import { sweepLinks } from './email-links.ts'
import { bookFunds } from './funds.ts'
import { sweepDevices } from './known-devices.ts'
import { sweepMailCounts } from './mail-counts.ts'
import { sweepCodes } from './one-time-codes-store.ts'
import type { AccountsParts } from './parts.ts'
import { sweepSessions } from './sessions-store.ts'
import { sweepChallenges } from './sign-in-challenges.ts'
import { attemptWindowMinutes } from './sign-in.ts'

/** Makes the demo people that are missing, and books funds that a crash left pending. */
export async function prepareAccounts(parts: AccountsParts): Promise<void> {
  if (parts.isSimulation) await makeDemoPeople(parts)
  await bookFunds(parts, null)
}

/** Removes what is over, and books funds that are still pending: each on its own, told where it fails. */
export async function sweepAccounts(parts: AccountsParts): Promise<void> {
  const { database, log } = parts
  const sweeps = [
    sweepSessions,
    sweepChallenges,
    sweepCodeAttempts,
    sweepCodes,
    sweepLinks,
    sweepMailCounts,
    sweepDevices,
    sweepSpentProofs,
    sweepOldAttempts,
  ]
  for (const sweep of sweeps) {
    try {
      await sweep(database)
    } catch (error) {
      log.warn({ sweep: sweep.name, error: String(error) }, 'sweep')
    }
  }
  await bookFunds(parts, null)
}

function sweepOldAttempts(database: Database): Promise<void> {
  return sweepAttempts(database, attemptWindowMinutes)
}
