/**
 * Why an order was not taken, in words, with the limit that was hit. The server's own sentence is
 * preferred; where only a code came, the page says it.
 */
import { failureText } from '../api/failure-text.ts'
import type { Failure } from '../api/request.ts'

/** Returns what to say about a failed placement. */
export function placingFailureText(failure: Failure): string {
  return failureText(failure)
}

/** Returns what to say about an order that could not be canceled. */
export function cancelFailureText(failure: Failure): string {
  return failureText(failure)
}
