/**
 * Second factors: six digits of an authenticator app, every 30 seconds (RFC 6238). A seed is pending until a
 * code proves it. It is sealed at rest, and no code is accepted twice.
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
/** Clocks differ, so the codes before and after the current one pass too (SRV-16). */
const stepsApart = 1

export type TwoFactorDeps = Pick<
  AccountsDeps,
  'database' | 'keys' | 'mail' | 'origin' | 'product' | 'sessions'
>

export type FactorSetup = {
  /** An image of the QR code for authenticator apps, as a `data:` address (DEC-34). */
  readonly pictureUrl: string
  /** Base32, to be typed by hand. */
  readonly secret: string
}

/**
 * Creates a new seed that waits for its first code; refuses `two_factor.active` (ATT-11) and
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

/** Many people share a demo person: none of them may lock the others out. */
async function refuseDemoPerson(
  { database }: Pick<TwoFactorDeps, 'database'>,
  userId: number,
): Promise<void> {
  if (await isDemoPerson(database, userId)) throw new Refusal('two_factor.demo_person')
}

/** The user who activates or deactivates a factor, with the session and the code. */
export type FactorSwitch = {
  readonly userId: number
  readonly sessionId: number
  readonly code: string
  readonly client: Client
}

/**
 * Activates the pending seed by its first code; all other sessions end (ATT-02). The session must be fresh,
 * because a stolen older session lacks the password: with its own factor it would need no e-mailed code to
 * withdraw (ADR 0009). Refuses `two_factor.active`, `two_factor.sign_in_again`, `two_factor.wrong`,
 * `two_factor.too_many`, `two_factor.demo_person` and `account.held`.
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
 * Removes the active factor by one of its codes (ATT-10); all other sessions end. Refuses
 * `two_factor.inactive`, `two_factor.wrong`, `two_factor.too_many`, `two_factor.demo_person` and
 * `account.held`.
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

/** Checked first, so that a user who cannot change the factor need neither sign in again nor type a code. */
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
 * Counts an attempt before the code is checked. Refuses `two_factor.too_many` if the source reached its limit
 * of the hour, and notifies the owner once (ATT-07).
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

export type FactorCodeUse = {
  readonly userId: number
  readonly code: string
  /** Whether the code must match the active factor or the pending one. */
  readonly isActive: boolean
}

/**
 * Accepts a code at most once: only one of several calls with the same code gets true (ATT-09). The attempt
 * must be claimed before. Locks the factor's row until the transaction ends.
 */
export async function acceptCode(
  deps: Pick<TwoFactorDeps, 'keys'>,
  transaction: Transaction,
  use: FactorCodeUse,
): Promise<boolean> {
  return (await acceptedStep(deps, transaction, use)) !== null
}

/**
 * Like `acceptCode`, but returns the number of the 30-second step, which the code uses up; null if the code
 * is not accepted.
 */
export async function acceptedStep(
  { keys }: Pick<TwoFactorDeps, 'keys'>,
  transaction: Transaction,
  { userId, code, isActive }: FactorCodeUse,
): Promise<number | null> {
  const factor = await store.lockFactor(transaction, userId)
  if (factor === null || factor.isActive !== isActive) return null
  const seed = unseal(keys('two-factor'), ownerOf(userId), factor.sealedSeed)
  const step = stepOf(seed, plainCode(code), Date.now())
  if (step === null || step <= factor.lastStep) return null
  // The last step in the row may have been set back: a used code stays used.
  const part = createHash('sha256').update(factor.sealedSeed).digest('hex')
  if (!(await useUp(transaction, { subject: `code of a factor of ${userId} at ${step}`, part }))) {
    return null
  }
  await store.noteStep(transaction, userId, step)
  if (isActive) await cancelResetOnUse(transaction, keys, userId)
  return step
}

/** The number of the 30-second step that a code belongs to, near `nowMs`; null if it belongs to none. */
function stepOf(seed: Uint8Array, code: string, nowMs: number): number | null {
  if (!codeGrammar.test(code)) return null
  // Copies the bytes, because `buffer` alone may be a larger buffer that contains the seed.
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

/** The context that a sealed seed is bound to. */
function ownerOf(userId: number): string {
  return `two-factor of ${userId}`
}
