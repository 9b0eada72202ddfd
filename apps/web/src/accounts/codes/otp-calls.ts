/** The call that sends a one-time code by e-mail (OTP-02). */
import { routes } from '@tukar/wire'
import { type Answer, call, type Outcome } from '../../api/call.ts'

/** The outcome of a request for a code. */
export type CodeOutcome = Outcome<Answer<typeof routes.sendCode>>

/** The payment that a code confirms, with the same texts as the confirmed request. */
export type CodePayment = {
  readonly currency: string
  readonly amount: string
  readonly chain_id?: number
  /** Omitted: the saved bank account. */
  readonly withdraw_to?: string
}

/** Requests a code by e-mail that confirms this payment only (ATT-13). Earlier codes become invalid. */
export function requestCode(payment: CodePayment): Promise<CodeOutcome> {
  return call(routes.sendCode, { input: { payment } })
}
