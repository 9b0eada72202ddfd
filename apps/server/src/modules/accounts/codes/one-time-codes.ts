/**
 * One-time codes by mail (SRV-73, DEC-122): six digits for one payment, five minutes, five tries, one use.
 * They stand in for a second factor where none is on. A code that was asked for without a payment confirms none: it
 * only has one mailed that says which payment it is for.
 */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { MailBody } from '../../../platform/mail/templates.ts'
import { recordSecurityEvent } from '../../../platform/security/events.ts'
import type { Client } from '../sign-in/clients.ts'
import { type CodePayment, paymentKey, describePayment } from './code-payment.ts'
import * as store from './one-time-codes-store.ts'
import type { AccountsDeps } from '../deps.ts'
import { findAddressee } from '../profile/profile-store.ts'
import { hasTwoFactor } from '../two-factor/two-factor-store.ts'
import { requireProvenIn } from '../user-proofs.ts'

const codeDigits = 6
const codeGrammar = /^\d{6}$/
const lifeMinutes = 5
const secondsPerMinute = 60
/** How long a code lives, and how long its owner waits for another one (DEC-122). */
export const codeTimes = { lifeSeconds: lifeMinutes * secondsPerMinute, pauseSeconds: 60 } as const
const triesMax = 5

export type OneTimeCodeDeps = Pick<AccountsDeps, 'database' | 'keys' | 'mail'>

/** Whose code, what for, and in which session: others spend neither its tries nor its mails (M-6). */
export type CodeOwner = store.CodeOwner

/** What is asked for: a code for this payment alone; null: it is named when that code is used. */
export type CodeRequest = CodeOwner & { readonly payment: CodePayment | null }

/**
 * Mails a new code, with the payment that it is for; an earlier one is dead from then on. Refuses
 * `otp.factor_active` where the second factor takes its place, `otp.too_soon` within a minute of the last
 * for the same, `mail.too_many` beyond ten an hour, or thirty of all sessions of the account; `account.held`.
 */
export function sendCode(
  deps: OneTimeCodeDeps,
  request: CodeRequest,
  client: Client,
): Promise<void> {
  return inTransaction(deps.database, (transaction) => mailCode(deps, transaction, request, client))
}

async function mailCode(
  deps: OneTimeCodeDeps,
  transaction: Transaction,
  { payment, ...owner }: CodeRequest,
  { address: clientAddress }: Client,
): Promise<void> {
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const { userId, purpose } = owner
  const paymentHash = payment === null ? null : hashOf(deps, owner, paymentKey(payment))
  const lastsUntilMs = Date.now() + codeTimes.lifeSeconds * 1_000
  const codeHash = hashOfCode(deps, owner, { code, paymentHash, lastsUntilMs })
  await requireProvenIn(deps, transaction, userId)
  if (await hasTwoFactor(transaction, userId)) throw new Refusal('otp.factor_active')
  const addressee = await findAddressee(transaction, deps.keys, userId)
  if (addressee === null) throw new Refusal('session.invalid')
  const made = { ...owner, codeHash, paymentHash, lastsUntilMs }
  if (!(await store.replaceCode(transaction, made, codeTimes))) {
    throw await refusalOfDelay(transaction, owner)
  }
  const event = { accountId: userId, kind: 'otp.sent', clientAddress, details: { purpose } }
  await recordSecurityEvent(transaction, event)
  const { email: to, fullName: name, language } = addressee
  const params = { name, code, minutes: lifeMinutes }
  const body: MailBody =
    payment === null
      ? { template: 'one_time_code', params }
      : { template: 'payment_code', params: { ...params, ...describePayment(payment, language) } }
  await deps.mail.send(transaction, { to, language, ...body })
}

/** A code that is used for a payment. */
export type CodeUse = CodeOwner & { readonly payment: CodePayment; readonly code: string }

/**
 * Refuses `otp.unnamed` for a right code that names no payment, and mails one that names this one in its place: a code
 * confirms what its mail says and nothing else (M-2). Refuses `mail.too_many` where no mail is left for it.
 */
export async function requireNamedCode(
  deps: OneTimeCodeDeps,
  { payment, code, ...owner }: CodeUse,
  client: Client,
): Promise<void> {
  const isReplaced = await inTransaction(deps.database, async (transaction) => {
    const live = await store.lockCode(transaction, owner)
    if (live === null || live.paymentHash !== null) return false
    if (!timingSafeEqual(live.codeHash, hashOfCode(deps, owner, { ...live, code }))) return false
    await store.spendCode(transaction, owner, live.codeHash)
    await mailCode(deps, transaction, { ...owner, payment }, client)
    return true
  })
  if (isReplaced) throw new Refusal('otp.unnamed')
}

async function refusalOfDelay(transaction: Transaction, owner: CodeOwner): Promise<Refusal> {
  const { pauseSeconds } = codeTimes
  const { reason, seconds } = await store.findCodeDelay(transaction, owner, pauseSeconds)
  return reason === 'too_many'
    ? new Refusal('mail.too_many', {}, seconds)
    : new Refusal('otp.too_soon', { seconds }, seconds)
}

/**
 * Counts a try at the live code, on a connection of its own, so that it stays counted whatever becomes
 * of the caller's transaction. Refuses `otp.wrong` for what cannot be a code, `otp.expired`, `otp.too_many`.
 */
export async function claimCodeTry(
  { database, keys }: Pick<OneTimeCodeDeps, 'database' | 'keys'>,
  owner: CodeOwner,
  code: string,
): Promise<void> {
  if (!codeGrammar.test(code)) throw new Refusal('otp.wrong')
  if (await store.claimCodeTry(database, keys, owner, triesMax)) return
  const isLive = (await store.lockCode(database, owner)) !== null
  throw new Refusal(isLive ? 'otp.too_many' : 'otp.expired')
}

/**
 * Spends a code whose try is claimed, in the caller's transaction: of many calls with the same code one
 * alone gets through (ATT-84, ATT-91). Refuses `otp.wrong`, `otp.expired` for one that is spent, and
 * `otp.other_payment` for one that was asked for another payment, or for none (ATT-13).
 */
export async function spendCode(
  deps: Pick<OneTimeCodeDeps, 'keys'>,
  transaction: Transaction,
  { payment, code, ...owner }: CodeUse,
): Promise<void> {
  const live = await store.lockCode(transaction, owner)
  if (live === null) throw new Refusal('otp.expired')
  const isRight = timingSafeEqual(live.codeHash, hashOfCode(deps, owner, { ...live, code }))
  // A code that nobody claimed a try at was never counted: it opens nothing.
  if (!isRight || live.tries === 0) throw new Refusal('otp.wrong')
  const { paymentHash } = live
  if (paymentHash?.equals(hashOf(deps, owner, paymentKey(payment))) !== true) {
    throw new Refusal('otp.other_payment')
  }
  await store.spendCode(transaction, owner, live.codeHash)
}

/** What a code's hash covers besides its owner: neither its end nor its payment is changed without it. */
type CodeTerms = Pick<store.LiveCode, 'paymentHash' | 'lastsUntilMs'> & { readonly code: string }

function hashOfCode(
  deps: Pick<OneTimeCodeDeps, 'keys'>,
  owner: CodeOwner,
  { code, paymentHash, lastsUntilMs }: CodeTerms,
): Buffer {
  const payment = paymentHash?.toString('hex') ?? ''
  return hashOf(deps, owner, `${owner.sessionId}:${lastsUntilMs}:${payment}:${code}`)
}

/** What the database knows a code or payment by: nothing without the installation's secret, or to another. */
function hashOf(
  { keys }: Pick<OneTimeCodeDeps, 'keys'>,
  { userId, purpose }: CodeOwner,
  text: string,
): Buffer {
  return createHmac('sha256', keys('one-time-code')).update(`${userId}:${purpose}:${text}`).digest()
}
