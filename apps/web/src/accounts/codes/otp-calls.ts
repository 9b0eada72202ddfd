/** The call that mails a one-time code (OTP-02). */
import { routes } from '@tukar/wire'
import { type Answer, call, type Outcome } from '../../api/call.ts'

/** What asking for a code came to. */
export type CodeOutcome = Outcome<Answer<typeof routes.sendCode>>

/** The payment that a code is asked for, with the texts that are sent when it is confirmed. */
export type CodePayment = {
  readonly currency: string
  readonly amount: string
  readonly chain_id?: number
  /** Without one: to the saved bank account. */
  readonly withdraw_to?: string
}

/** Asks for a code by mail that confirms this payment alone (ATT-13); an earlier one is dead from then on. */
export function requestCode(payment: CodePayment): Promise<CodeOutcome> {
  return call(routes.sendCode, { input: { payment } })
}
