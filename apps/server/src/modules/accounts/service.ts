/** What accounts do on their own: at the start, and from time to time. */
import { sweepSpentProofs } from '../../platform/captcha/spent-proofs.ts'
import { sweepAttempts } from './attempts.ts'
import { sweepCodeAttempts } from './code-attempts.ts'
import { makeDemoPeople } from './demo-people.ts'
import { sweepLinks } from './email-links.ts'
import { bookFunds } from './funds.ts'
import { sweepDevices } from './known-devices.ts'
import { sweepMailCounts } from './mail-counts.ts'
import type { AccountsParts } from './parts.ts'
import { sweepSessions } from './sessions-store.ts'
import { sweepChallenges } from './sign-in-challenges.ts'
import { attemptWindowMinutes } from './sign-in.ts'

/** Makes the demo people that are missing, and books funds that a crash left pending. */
export async function prepareAccounts(parts: AccountsParts): Promise<void> {
  if (parts.isSimulation) await makeDemoPeople(parts)
  await bookFunds(parts, null)
}

/** Removes what is over, and books funds that are still pending. */
export async function sweepAccounts(parts: AccountsParts): Promise<void> {
  await sweepSessions(parts.database)
  await sweepChallenges(parts.database)
  await sweepCodeAttempts(parts.database)
  await sweepLinks(parts.database)
  await sweepMailCounts(parts.database)
  await sweepDevices(parts.database)
  await sweepSpentProofs(parts.database)
  await sweepAttempts(parts.database, attemptWindowMinutes)
  await bookFunds(parts, null)
}
