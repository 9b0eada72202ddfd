/** Whether a failure is a plain no of the exchange, or an error. */
import type { Failure } from '../api/request.ts'

const ok = 200

/**
 * Returns the tone of a failure's toast: a warning for an answer that says no (success not 1, ERR-23), an error for any
 * other status (ERR-24, DEC-106) and for no answer at all (DEC-105).
 */
export function failureTone({ kind, status }: Pick<Failure, 'kind' | 'status'>): 'warn' | 'bad' {
  return kind === 'refused' && status === ok ? 'warn' : 'bad'
}
