/** Converts answers about e-mail codes from wire names. */
import { failureText } from '../../api/failure-text.ts'
import { textAt } from '../../api/json.ts'
import type { CodeOutcome } from './otp-calls.ts'

/** Used if a refusal does not state it (DEC-122). */
const resendSecondsDefault = 60

/** The result of a request for a code. */
export type CodeAnswer =
  /** `message` is the server's text. */
  | { readonly kind: 'sent'; readonly message: string; readonly resendSeconds: number }
  /** A code was sent a moment ago and is still valid. */
  | { readonly kind: 'still'; readonly resendSeconds: number }
  | { readonly kind: 'failed'; readonly message: string }

/** Reads the answer of `POST /otps/create`. */
export function readCodeAnswer(outcome: CodeOutcome): CodeAnswer {
  if (outcome.ok) {
    const { msg: message, resend_s: resendSeconds } = outcome.body
    return { kind: 'sent', message, resendSeconds }
  }
  if (outcome.code === 'otp.too_soon') {
    return { kind: 'still', resendSeconds: parseSeconds(textAt(outcome.params, 'seconds')) }
  }
  return { kind: 'failed', message: failureText(outcome) }
}

function parseSeconds(text: string): number {
  return /^\d{1,4}$/.test(text) ? Number(text) : resendSecondsDefault
}
