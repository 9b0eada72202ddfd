/**
 * Second factors: six digits of an authenticator, every 30 seconds (RFC 6238). A seed waits until a code
 * proves it, is sealed at rest, and no code is accepted twice.
 */
import { createHash } from 'node:crypto'
import { plainCode } from '@tukar/i18n/inputs'
import { Secret, TOTP } from 'otpauth'
import type { Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { qrImageUrl } from '../../../platform/text/qr-image.ts'
import { seal, unseal } from '../../../platform/secrets/sealing.ts'
import { useUp } from '../../../platform/security/tallies.ts'
import type { Client } from '../sign-in/clients.ts'
import {
  claimCodeAttempt,
  claimGuessNotice,
  type CodeTry,
  codeWindowSeconds,
  releaseCodeAttempt,
} from '../codes/code-attempts.ts'
import { sourceOfSession } from '../codes/code-sources.ts'
import type { AccountsDeps } from '../deps.ts'
import { isDemoPerson } from '../demo-people/demo-people-store.ts'
import { freshMinutes } from '../sessions/fresh-sessions.ts'
import { findUser } from '../profile/profile-store.ts'
import { cancelResetOnUse } from './factor-resets.ts'
import { type SecurityNotice, notifyOwner } from '../security-notices.ts'
import { deleteSessionsOf } from '../sessions/sessions-store.ts'
import { burnChallengesOf } from '../sign-in/sign-in-challenges.ts'
import { haltSignIns } from '../sign-in/sign-in-store.ts'
import * as store from './two-factor-store.ts'
import { changeUser } from '../user-proofs.ts'

const seedBytes = 20
const codeDigits = 6
const stepSeconds = 30
const millisecondsPerSecond = 1_000
const codeGrammar = /^\d{6}$/
/** Clocks differ: the code before and the code after pass too (SRV-16). */
const stepsApart = 1

export type TwoFactorDeps = Pick<
  AccountsDeps,
  'database' | 'keys' | 'mail' | 'origin' | 'product' | 'sessions'
>

export type FactorSetup = {
  /** A picture of the code for authenticators, as a `data:` address (DEC-34). */
  readonly pictureUrl: string
  /** Base32, to be typed by hand. */
  readonly secret: string
}

/**
 * Makes a new seed that waits for its first code; refuses `two_factor.active` (ATT-11) and
 * `two_factor.demo_person`.
 */
export async function setUpFactor(deps: TwoFactorDeps, userId: number): Promise<FactorSetup> {
  const user = await findUser(deps.database, userId)
  if (user === null) throw new Refusal('session.invalid')
  await refuseDemoPerson(deps, userId)
  const secret = new Secret({ size: seedBytes })
  const sealed = seal(deps.keys('two-factor'), ownerOf(userId), secret.bytes)
  const isKept = await store.savePendingSeed(deps.database, userId, sealed)
  if (!isKept) throw new Refusal('two_factor.active')
  const authenticator = new TOTP({ issuer: deps.product, label: user.email, secret })
  return { pictureUrl: qrImageUrl(authenticator.toString()), secret: secret.base32 }
}

/** A demo person is many people: none of them may shut the others out. */
async function refuseDemoPerson(
  { database }: Pick<TwoFactorDeps, 'database'>,
  userId: number,
): Promise<void> {
  if (await isDemoPerson(database, userId)) throw new Refusal('two_factor.demo_person')
}

/** Who switches a factor, from which session, by which code. */
export type FactorSwitch = {
  readonly userId: number
  readonly sessionId: number
  readonly code: string
  readonly client: Client
}

/**
 * Makes the waiting seed the active factor by its first code; all other sessions end (ATT-02). A stolen
 * older session has not the password: with a factor of its own it would need no code by mail to withdraw
 * (ADR 0009), so it must be fresh. Refuses `two_factor.active`, `two_factor.sign_in_again`,
 * `two_factor.wrong`, `two_factor.too_many`, `two_factor.demo_person`, `account.held`.
 */
export async function activateFactor(
  deps: TwoFactorDeps,
  change: FactorSwitch,
  isFresh: boolean,
): Promise<void> {
  const { userId, client } = change
  await requireSwitchable(deps, userId, false)
  if (!isFresh) throw new Refusal('two_factor.sign_in_again', { minutes: freshMinutes })
  const notice = { accountId: userId, kind: 'two_factor_on', params: {} } as const
  await switchFactor(deps, change, false, {
    change: (transaction) => store.activateFactor(transaction, userId),
    securityNotice: { notice, event: 'two_factor.on', client },
  })
}

/**
 * Removes the active factor by a code of its own (ATT-10); all other sessions end. Refuses
 * `two_factor.inactive`, `two_factor.wrong`, `two_factor.too_many`, `two_factor.demo_person`, `account.held`.
 */
export async function deactivateFactor(deps: TwoFactorDeps, change: FactorSwitch): Promise<void> {
  const { userId, client } = change
  await requireSwitchable(deps, userId, true)
  const notice = { accountId: userId, kind: 'two_factor_off', params: {} } as const
  await switchFactor(deps, change, true, {
    change: (transaction) => store.deleteFactor(transaction, userId),
    securityNotice: { notice, event: 'two_factor.off', client },
  })
}

/** Told before anything is asked for: who cannot switch need neither sign in again nor type a code. */
async function requireSwitchable(
  deps: TwoFactorDeps,
  userId: number,
  isActive: boolean,
): Promise<void> {
  await refuseDemoPerson(deps, userId)
  if ((await store.hasTwoFactor(deps.database, userId)) !== isActive) {
    throw new Refusal(isActive ? 'two_factor.inactive' : 'two_factor.active')
  }
}

async function switchFactor(
  deps: TwoFactorDeps,
  { userId, sessionId, code, client }: FactorSwitch,
  isActive: boolean,
  {
    change,
    securityNotice,
  }: {
    readonly change: (transaction: Transaction) => Promise<void>
    readonly securityNotice: SecurityNotice
  },
): Promise<void> {
  const codeTry = { userId, source: sourceOfSession({ sessionId }) }
  await claimCode(deps, codeTry, client)
  await inTransaction(deps.database, async (transaction) => {
    await haltSignIns(transaction, userId)
    if (!(await acceptCode(deps, transaction, { userId, code, isActive }))) {
      throw new Refusal('two_factor.wrong')
    }
    await changeUser(deps, transaction, userId, () => change(transaction))
    await notifyOwner(deps, transaction, securityNotice)
    await releaseCodeAttempt(transaction, deps.keys, codeTry)
    await burnChallengesOf(transaction, userId)
    await deleteSessionsOf(transaction, userId, sessionId)
  })
  deps.sessions.forget(userId)
}

/**
 * Counts a code before it is looked at; refuses `two_factor.too_many` where too many were tried there within the
 * hour, and tells the owner once (ATT-07).
 */
export async function claimCode(
  deps: Pick<TwoFactorDeps, 'database' | 'keys' | 'mail' | 'origin'>,
  codeTry: CodeTry,
  client: Client,
): Promise<void> {
  if (await claimCodeAttempt(deps.database, deps.keys, codeTry)) return
  await inTransaction(deps.database, async (transaction) => {
    if (!(await claimGuessNotice(transaction, codeTry))) return
    const notice = { accountId: codeTry.userId, kind: 'two_factor_guessed', params: {} } as const
    await notifyOwner(deps, transaction, { notice, event: 'two_factor.guessed', client })
  })
  throw new Refusal('two_factor.too_many', {}, codeWindowSeconds)
}

export type CodeUse = {
  readonly userId: number
  readonly code: string
  /** Whether it must prove the active factor, or the one that waits. */
  readonly isActive: boolean
}

/**
 * Accepts a code, at most once: of many calls with the same code one alone hears yes (ATT-09). The
 * attempt must be claimed before. Holds the factor's row until the transaction ends.
 */
export async function acceptCode(
  deps: Pick<TwoFactorDeps, 'keys'>,
  transaction: Transaction,
  use: CodeUse,
): Promise<boolean> {
  return (await acceptedStep(deps, transaction, use)) !== null
}

/** The same, with the number of the 30 seconds whose code it was, which is used up by it; null where it is not accepted. */
export async function acceptedStep(
  { keys }: Pick<TwoFactorDeps, 'keys'>,
  transaction: Transaction,
  { userId, code, isActive }: CodeUse,
): Promise<number | null> {
  const factor = await store.lockFactor(transaction, userId)
  if (factor === null || factor.isActive !== isActive) return null
  const seed = unseal(keys('two-factor'), ownerOf(userId), factor.sealedSeed)
  const step = stepOf(seed, plainCode(code), Date.now())
  if (step === null || step <= factor.lastStep) return null
  // The row's last step may have been set back: a code that was used is used all the same.
  const part = createHash('sha256').update(factor.sealedSeed).digest('hex')
  if (!(await useUp(transaction, { subject: `code of a factor of ${userId} at ${step}`, part }))) {
    return null
  }
  await store.noteStep(transaction, userId, step)
  if (isActive) await cancelResetOnUse(transaction, keys, userId)
  return step
}

/** The number of the 30 seconds that a code belongs to, near `nowMs`; null if it is of none. */
function stepOf(seed: Uint8Array, code: string, nowMs: number): number | null {
  if (!codeGrammar.test(code)) return null
  // The bytes as they are: `buffer` alone may be a larger one that the seed lies in.
  const secret = new Secret({ buffer: Uint8Array.from(seed).buffer })
  const found = TOTP.validate({
    token: code,
    secret,
    digits: codeDigits,
    period: stepSeconds,
    timestamp: nowMs,
    window: stepsApart,
  })
  return found === null ? null : Math.floor(nowMs / millisecondsPerSecond / stepSeconds) + found
}

/** What a sealed seed is bound to. */
function ownerOf(userId: number): string {
  return `two-factor of ${userId}`
}
