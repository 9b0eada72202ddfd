/** Sign-in by address and password: the first step, and the only one without a second factor. */
import { setTimeout as delay } from 'node:timers/promises'
import { emailKeyOf, mayHaveAccount, passwordLengthMax } from '@tukar/wire'
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { toClientKey } from '../../../platform/limits/client-address.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { recordSecurityEvent } from '../../../platform/security/events.ts'
import {
  attemptsMax,
  attemptWindowMinutes,
  claimAttempt,
  forgetAttempts,
  releaseAttempt,
} from './attempts.ts'
import { type Client, networkOf } from './clients.ts'
import { type KnownOrigin, findKnownOrigin, noteDevice } from './known-devices.ts'
import type { AccountsDeps } from '../deps.ts'
import { turnRanks } from '../password/hash-queue.ts'
import { isPassword } from '../password/passwords.ts'
import { notifyOwner } from '../security-notices.ts'
import { makeChallenge } from './sign-in-challenges.ts'
import {
  findCredentials,
  holdUser,
  type KnownUser,
  markSignedIn,
  setLanguage,
} from './sign-in-store.ts'
import { hasTwoFactor } from '../two-factor/two-factor-store.ts'
import { isProvenUser, noteUnproven, requireProvenIn } from '../user-proofs.ts'

const attemptDelayMs = 2_000
/** Stands for a device that sent no name, in a notice. */
const unknownDevice = '?'

export type SignedIn = { readonly token: string; readonly userId: number }

/** The result of the first step of a sign-in; `challenge` is for the second step (DEC-17). */
export type FirstStep = SignedIn | { readonly challenge: string }

export type Credentials = {
  readonly email: string
  readonly password: string
  readonly client: Client
}

/**
 * Opens a session for the correct password, or returns a challenge if a code is needed too. All wrong inputs
 * get the same refusal (ATT-17). Refuses `login.unverified` to the owner alone (DEC-29), `login.too_many` for
 * this client alone (ATT-05), `login.busy` (ATT-18) and `account.held`.
 */
export async function signIn(
  deps: AccountsDeps,
  { email, password, client }: Credentials,
): Promise<FirstStep> {
  if (!mayHaveAccount(email) || password.length > passwordLengthMax) {
    throw new Refusal('login.failed')
  }
  const known = await provePassword(deps, emailKeyOf(email), password, client)
  if (deps.requiresVerifiedEmail && !known.isVerified) throw new Refusal('login.unverified')
  const { userId, passwordHash } = known
  return inTransaction(deps.database, async (transaction) => {
    const held = await holdUser(transaction, userId)
    // The password was correct when it was checked, but may have changed since.
    if (held === null || held.passwordHash !== passwordHash) throw new Refusal('login.failed')
    await requireProvenIn(deps, transaction, userId)
    if (await hasTwoFactor(transaction, userId)) {
      return { challenge: await makeChallenge(transaction, deps.keys, userId) }
    }
    return { token: await openSession(deps, transaction, userId, client), userId }
  })
}

/** Opens a session in the transaction, and notifies the owner of a new device. */
export async function openSession(
  deps: Pick<AccountsDeps, 'keys' | 'mail' | 'origin' | 'sessions'>,
  transaction: Transaction,
  userId: number,
  client: Client,
): Promise<string> {
  const { address, device, secret = null } = client
  const { isNew, sinceMs: deviceSinceMs } = await noteDevice(transaction, deps.keys, userId, client)
  const where = { address, device, deviceSinceMs, secret }
  const token = await deps.sessions.open(userId, where, transaction)
  await markSignedIn(transaction, userId)
  const event = 'session.opened'
  if (isNew) {
    const kind = 'sign_in_new_device'
    const params = { device: device || unknownDevice, address }
    const notice = { accountId: userId, kind, params } as const
    await notifyOwner(deps, transaction, { notice, event, client })
  } else {
    if (client.isLanguageGuessed !== true) await setLanguage(transaction, userId, client.language)
    await recordSecurityEvent(transaction, {
      accountId: userId,
      kind: event,
      clientAddress: address,
    })
  }
  return token
}

/**
 * The owner of an address, proven by password. The attempt is counted before and released after a success.
 */
async function provePassword(
  { database, keys }: Pick<AccountsDeps, 'database' | 'keys'>,
  emailKey: string,
  password: string,
  client: Client,
): Promise<KnownUser> {
  const { address } = client
  const from = await findKnownOrigin(database, keys, emailKey, client)
  const clientAddress = toClientKey(address)
  const ownDevice = `${networkOf(address)}, ${client.device || unknownDevice}`
  const knownDevice = from.isKnownDevice ? ownDevice : null
  const claimed = await claimAttempt(database, keys, { emailKey, clientAddress, knownDevice })
  if (claimed === null) throw new Refusal('login.too_many', {}, attemptWindowMinutes * 60)
  const { attempts, isSlow } = claimed
  const sent = { emailKey, clientAddress, password, attempts, isSlow, from }
  const known = await verified(database, keys, sent).catch(async (error: unknown) => {
    await releaseAttempt(database, keys, claimed)
    throw error
  })
  if (known === null) {
    if (attempts === attemptsMax) await recordGuesses(database, emailKey, client)
    throw new Refusal('login.failed')
  }
  await forgetAttempts(database, keys, claimed)
  return known
}

/** Records that a client used up its attempts at an address. An unknown address causes the same work. */
async function recordGuesses(
  database: Database,
  emailKey: string,
  { address: clientAddress }: Client,
): Promise<void> {
  const owner = await findCredentials(database, emailKey)
  const accountId = owner?.userId ?? null
  await recordSecurityEvent(database, { accountId, kind: 'session.guessed', clientAddress })
}

/** A password that is being checked. */
type Sent = {
  readonly emailKey: string
  readonly clientAddress: string
  readonly password: string
  /** The number of attempts so far, including this one. */
  readonly attempts: number
  /** Whether the attempt must wait. */
  readonly isSlow: boolean
  readonly from: KnownOrigin
}

/** The owner of the address if the password is correct, else null; the attempt is claimed already. */
async function verified(
  database: Database,
  keys: Keys,
  { emailKey, clientAddress, password, attempts, isSlow, from }: Sent,
): Promise<KnownUser | null> {
  if (isSlow) await delay(attemptDelayMs)
  const known = await findCredentials(database, emailKey)
  const passwordHash = known?.passwordHash ?? null
  // The rank depends on the networks that the owner has used, not on whether there is an owner: a full queue
  // must not reveal which addresses have an account (ATT-17).
  const [first, again] = from.isKnownNetwork
    ? [turnRanks.owner, turnRanks.ownerAfterFailures]
    : [turnRanks.stranger, turnRanks.strangerAgain]
  const turn = { clientAddress, rank: attempts > 1 ? again : first }
  if (await isPassword(keys, passwordHash, password, turn)) return known
  // The password may be wrong because an attacker replaced the hash, so a mismatch of the proof is recorded.
  // An unknown address causes the same work.
  if (!(await isProvenUser(database, keys, known?.userId ?? 0)) && known !== null) {
    await noteUnproven(database, known.userId)
  }
  return null
}
