/**
 * Proof for a withdrawal, which a session alone cannot make: a code of the second factor, or an e-mailed code
 * if no factor is active (OTP-09). The attempt is counted before the proof, and the proof uses the code.
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

/** The user and the codes that they sent; the code that does not apply is ignored. */
export type StepUp = {
  readonly session: SessionUser
  /** Six digits from an e-mail. */
  readonly otp: string
  /** Six digits from the authenticator app. */
  readonly factorCode: string
  readonly client: Client
  /** The payment; a code that was requested for another payment or for none is refused (ATT-13, M-2). */
  readonly payment: CodePayment
}

/** The owner of the e-mailed codes that confirm the withdrawals of a session. */
export function ownerOf(session: SessionUser): CodeOwner {
  return { userId: session.userId, purpose: 'withdrawal', sessionId: codeSessionOf(session) }
}

/**
 * Counts an attempt. Call it before the transaction begins, so that a rollback keeps the count. Refuses
 * `otp.wrong`, `otp.expired`, `otp.too_many`, `otp.unnamed`, `two_factor.too_many` and `account.held`.
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
 * Proves the user of a session and uses the code, in the caller's transaction, after `claimStepUp`. Only one
 * of several calls with one code succeeds (ATT-84, ATT-91). A rollback leaves the code unused. Refuses
 * `otp.wrong`, `otp.expired`, `otp.other_payment`, `two_factor.wrong` and `account.held`.
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
