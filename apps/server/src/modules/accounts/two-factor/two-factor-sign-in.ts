/** The second step of a sign-in: the challenge of the first step, and a code (SRV-16). */
import { emailKeyOf } from '@tukar/wire'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Client } from '../sign-in/clients.ts'
import { releaseCodeAttempt } from '../codes/code-attempts.ts'
import { sourceOfSignIn } from '../codes/code-sources.ts'
import { isKnownDevice } from '../sign-in/known-devices.ts'
import type { AccountsDeps } from '../deps.ts'
import { openSession, type SignedIn } from '../sign-in/sign-in.ts'
import {
  burnChallenge,
  challengeTriesMax,
  isTriedOut,
  tryChallenge,
} from '../sign-in/sign-in-challenges.ts'
import { holdUser } from '../sign-in/sign-in-store.ts'
import { acceptCode, claimCode } from './two-factor.ts'
import { requireProvenIn } from '../user-proofs.ts'

export type SecondStep = {
  readonly email: string
  /** The opaque token from the first step. */
  readonly challenge: string
  readonly code: string
  readonly client: Client
}

/**
 * Opens a session for a live challenge of this address and a correct code. Refuses `two_factor.expired` and
 * ends the challenge if it is unknown, expired or of another user (ATT-06). Refuses `two_factor.wrong`,
 * `two_factor.all_wrong` from the fifth wrong code on, `two_factor.too_many` (ATT-07) and `account.held`.
 */
export async function signInByCode(
  deps: AccountsDeps,
  { email, challenge, code, client }: SecondStep,
): Promise<SignedIn> {
  const { database } = deps
  const found = await tryChallenge(database, deps.keys, challenge)
  if (found === null) {
    throw (await isTriedOut(database, challenge)) ? allWrong() : new Refusal('two_factor.expired')
  }
  const { userId, emailKey, isLast } = found
  if (emailKeyOf(email) !== emailKey) {
    await burnChallenge(database, challenge)
    throw new Refusal('two_factor.expired')
  }
  const isKnown = await isKnownDevice(database, deps.keys, userId, client)
  const codeTry = { userId, source: sourceOfSignIn(isKnown, client) }
  await claimCode(deps, codeTry, client)
  const token = await inTransaction(database, async (transaction) => {
    if ((await holdUser(transaction, userId)) === null) throw new Refusal('two_factor.expired')
    await requireProvenIn(deps, transaction, userId)
    const isRight = await acceptCode(deps, transaction, { userId, code, isActive: true })
    if (!isRight) return null
    if (!(await burnChallenge(transaction, challenge))) throw new Refusal('two_factor.expired')
    await releaseCodeAttempt(transaction, deps.keys, codeTry)
    return openSession(deps, transaction, userId, client)
  })
  if (token !== null) return { token, userId }
  throw isLast ? allWrong() : new Refusal('two_factor.wrong')
}

function allWrong(): Refusal {
  return new Refusal('two_factor.all_wrong', { count: challengeTriesMax })
}
