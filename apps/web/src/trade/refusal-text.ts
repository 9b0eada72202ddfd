/**
 * Why an order was not taken, in words, with the limit that was hit. The server's own sentence is
 * preferred; where only a code came, the page says it.
 */
import { tradeMessages } from '@tukar/i18n'
import { failureText } from '../api/failure-text.ts'
import type { Failure } from '../api/request.ts'
import { sayer } from '../app/say.ts'
import { toast } from '../ui/toast.tsx'

const say = sayer(tradeMessages)

/** Returns what to say about a failed placement. */
export function placingFailureText(failure: Failure): string {
  return failureText(failure)
}

/** Says in a toast why an order was not placed, where no form is there to say it. */
export function tellRefused(failure: Failure): void {
  toast('bad', say('orderRefused'), placingFailureText(failure))
}

/** Returns what to say about an order that could not be canceled. */
export function cancelFailureText(failure: Failure): string {
  return failureText(failure)
}
