/**
 * One-time codes by e-mail (SRV-73, DEC-122): six digits for one payment, valid for five minutes, five
 * attempts and one use. They replace a second factor while none is active. A code that was requested without
 * a payment confirms none. Its use sends a new code whose e-mail names the payment.
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
/** The lifetime of a code, and the wait before the next one (DEC-122). */
export const codeTimes = { lifeSeconds: lifeMinutes * secondsPerMinute, pauseSeconds: 60 } as const
const triesMax = 5

export type OneTimeCodeDeps = Pick<AccountsDeps, 'database' | 'keys' | 'mail'>

/**
 * The user, purpose and session of a code. Other sessions use up neither its attempts nor its e-mails (M-6).
 */
export type CodeOwner = store.CodeOwner

/** A requested code, for this payment alone; null: the payment is named when the code is used. */
export type CodeRequest = CodeOwner & { readonly payment: CodePayment | null }

/**
 * Sends a new code with its payment by e-mail; the earlier code becomes invalid. Refuses `otp.factor_active`
 * if a second factor is active, `otp.too_soon` within a minute of the last code for the same purpose,
 * `mail.too_many` beyond ten an hour (thirty for all sessions of the account), and `account.held`.
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
  const created = { ...owner, codeHash, paymentHash, lastsUntilMs }
  if (!(await store.replaceCode(transaction, created, codeTimes))) {
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

/** The use of a code for a payment. */
export type CodeUse = CodeOwner & { readonly payment: CodePayment; readonly code: string }

/**
 * Refuses `otp.unnamed` for a correct code that names no payment, and sends a code that names this payment in
 * its place. A code confirms only the payment in its e-mail (M-2). Refuses `mail.too_many` if no e-mail is
 * left for it.
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
 * Counts an attempt at the valid code on a separate connection, so that it stays counted if the caller's
 * transaction rolls back. Refuses `otp.wrong` for a text that cannot be a code, `otp.expired` and
 * `otp.too_many`.
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
 * Uses a code whose attempt was claimed, in the caller's transaction. Only one of several calls with the same
 * code succeeds (ATT-84, ATT-91). Refuses `otp.wrong`, `otp.expired` for a used code, and `otp.other_payment`
 * for a code of another payment or of none (ATT-13).
 */
export async function spendCode(
  deps: Pick<OneTimeCodeDeps, 'keys'>,
  transaction: Transaction,
  { payment, code, ...owner }: CodeUse,
): Promise<void> {
  const live = await store.lockCode(transaction, owner)
  if (live === null) throw new Refusal('otp.expired')
  const isRight = timingSafeEqual(live.codeHash, hashOfCode(deps, owner, { ...live, code }))
  // Without a claimed attempt the code was never counted, so it must not pass.
  if (!isRight || live.tries === 0) throw new Refusal('otp.wrong')
  const { paymentHash } = live
  if (paymentHash?.equals(hashOf(deps, owner, paymentKey(payment))) !== true) {
    throw new Refusal('otp.other_payment')
  }
  await store.spendCode(transaction, owner, live.codeHash)
}

/**
 * The fields that the hash of a code covers in addition to its owner, so that neither its end nor its payment
 * can be changed.
 */
type CodeTerms = Pick<store.LiveCode, 'paymentHash' | 'lastsUntilMs'> & { readonly code: string }

function hashOfCode(
  deps: Pick<OneTimeCodeDeps, 'keys'>,
  owner: CodeOwner,
  { code, paymentHash, lastsUntilMs }: CodeTerms,
): Buffer {
  const payment = paymentHash?.toString('hex') ?? ''
  return hashOf(deps, owner, `${owner.sessionId}:${lastsUntilMs}:${payment}:${code}`)
}

/**
 * The hash of a code or payment in the database. It is useless without the secret of the installation, and
 * for any other owner.
 */
function hashOf(
  { keys }: Pick<OneTimeCodeDeps, 'keys'>,
  { userId, purpose }: CodeOwner,
  text: string,
): Buffer {
  return createHmac('sha256', keys('one-time-code')).update(`${userId}:${purpose}:${text}`).digest()
}
