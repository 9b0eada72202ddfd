/**
 * What a session alone may not do: a withdrawal wants a proof of its own, the code of the second factor
 * where one is on, else a code by mail (OTP-09). It is counted before, and used up by, what it proves.
 */
import { plainCode } from '@tukar/i18n/inputs'
import type { Transaction } from '../../../platform/database/pool.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Client } from '../sign-in/clients.ts'
import type { CodePayment } from './code-payment.ts'
import { releaseCodeAttempt } from './code-attempts.ts'
import { codeSessionOf, sourceOfSession } from './code-sources.ts'
import { claimCodeTry, type CodeOwner, requireNamedCode, spendCode } from './one-time-codes.ts'
import type { AccountsDeps } from '../deps.ts'
import type { SessionUser } from '../sessions/session-cache.ts'
import { acceptCode, claimCode } from '../two-factor/two-factor.ts'
import { hasTwoFactor } from '../two-factor/two-factor-store.ts'
import { requireProven, requireProvenIn } from '../user-proofs.ts'

export type StepUpDeps = Pick<AccountsDeps, 'database' | 'keys' | 'mail' | 'origin'>

/** Who proves himself, with which codes: the one that does not apply is not looked at. */
export type StepUp = {
  readonly session: SessionUser
  /** Six digits of a mail. */
  readonly otp: string
  /** Six digits of the authenticator. */
  readonly factorCode: string
  readonly client: Client
  /** What is paid: a code that was asked for another payment, or for none, is refused (ATT-13, M-2). */
  readonly payment: CodePayment
}

/** Whose codes by mail confirm the withdrawals of a session. */
export function ownerOf(session: SessionUser): CodeOwner {
  return { userId: session.userId, purpose: 'withdrawal', sessionId: codeSessionOf(session) }
}

/**
 * Counts a try, to be called before the caller's transaction begins: it stays counted whatever becomes
 * of that. Refuses `otp.wrong`, `otp.expired`, `otp.too_many`, `otp.unnamed`, `two_factor.too_many`,
 * `account.held`.
 */
export async function claimStepUp(
  deps: StepUpDeps,
  { session, otp, client, payment }: Omit<StepUp, 'factorCode'>,
): Promise<void> {
  const { userId } = session
  await requireProven(deps, userId)
  if (await hasTwoFactor(deps.database, userId)) {
    return claimCode(deps, { userId, source: sourceOfSession(session) }, client)
  }
  const code = plainCode(otp)
  const owner = ownerOf(session)
  await claimCodeTry(deps, owner, code)
  await requireNamedCode(deps, { ...owner, payment, code }, client)
}

/**
 * Proves the person behind a session and uses the code up, in the caller's transaction; `claimStepUp`
 * comes before. Of many calls with one code one alone gets through (ATT-84, ATT-91); where the caller
 * takes his change back, the code is as it was. Refuses `otp.wrong`, `otp.expired`, `otp.other_payment`,
 * `two_factor.wrong`, `account.held`.
 */
export async function proveStepUp(
  deps: StepUpDeps,
  transaction: Transaction,
  { session, otp, factorCode, payment }: StepUp,
): Promise<'factor' | 'mail'> {
  const { userId } = session
  await requireProvenIn(deps, transaction, userId)
  if (!(await hasTwoFactor(transaction, userId))) {
    await spendCode(deps, transaction, { ...ownerOf(session), payment, code: plainCode(otp) })
    return 'mail'
  }
  const isAccepted = await acceptCode(deps, transaction, {
    userId,
    code: factorCode,
    isActive: true,
  })
  if (!isAccepted) throw new Refusal('two_factor.wrong')
  await releaseCodeAttempt(transaction, deps.keys, { userId, source: sourceOfSession(session) })
  return 'factor'
}
