/** Signing in by address and password. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../platform/database/pool.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import {
  type Attempt,
  claimAttempt,
  countAttempts,
  deleteAttempts,
  releaseAttempt,
} from './attempts.ts'
import { emailKeyOf, isEmail } from './email-address.ts'
import type { AccountsParts } from './parts.ts'
import { passwordLengthMax } from './password-rules.ts'
import { isPassword, turnRanks } from './passwords.ts'
import { findCredentials } from './sign-in-store.ts'

/** Attempts of one client for one address; only that pair is refused beyond it (ATT-05). */
const attemptsMax = 10
export const attemptWindowMinutes = 15
/** Attempts of all clients for one address; beyond it each is slowed down, none is refused. */
const attemptsBeforeDelay = 100
const attemptDelayMs = 2_000

export type SignedIn = { readonly token: string; readonly userId: number }

export type Credentials = {
  readonly email: string
  readonly password: string
  readonly clientAddress: string
}

/**
 * Opens a session for the right password; the same refusal for all that is wrong (ATT-17). Refuses
 * `login.too_many` for this client and address alone (ATT-05), `login.busy` (ATT-18).
 */
export async function signIn(
  { database, sessions }: AccountsParts,
  { email, password, clientAddress }: Credentials,
): Promise<SignedIn> {
  if (!isEmail(email.trim()) || password.length > passwordLengthMax) {
    throw new Refusal('login.failed')
  }
  const attempt = { emailKey: emailKeyOf(email), clientAddress }
  const attempts = await claimAttempt(database, attempt, attemptsMax, attemptWindowMinutes)
  if (attempts === null) throw new Refusal('login.too_many')
  const known = await verified(database, attempt, password, attempts).catch(
    async (error: unknown) => {
      await releaseAttempt(database, attempt)
      throw error
    },
  )
  if (known === null) throw new Refusal('login.failed')
  await deleteAttempts(database, attempt)
  return { token: await sessions.open(known.userId), userId: known.userId }
}

/** The owner of the address if the password is right, else null; the attempt is claimed already. */
async function verified(database: Database, attempt: Attempt, password: string, attempts: number) {
  const { emailKey, clientAddress } = attempt
  const all = await countAttempts(database, emailKey, attemptWindowMinutes)
  if (all > attemptsBeforeDelay) await delay(attemptDelayMs)
  const known = await findCredentials(database, emailKey)
  const passwordHash = known?.passwordHash ?? null
  const [first, again] =
    passwordHash === null
      ? [turnRanks.stranger, turnRanks.strangerAgain]
      : [turnRanks.owner, turnRanks.ownerAfterFailures]
  const turn = { clientAddress, rank: attempts > 1 ? again : first }
  return (await isPassword(passwordHash, password, turn)) ? known : null
}
