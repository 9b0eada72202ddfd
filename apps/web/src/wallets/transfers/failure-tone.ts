/** Whether a failure is a refusal or an error. */
import type { Failure } from '../../api/request.ts'

const ok = 200

/**
 * Returns the tone of a failure's toast. A refusal (status 200 without success, ERR-23) is a warning. Any
 * other status (ERR-24, DEC-106) and a missing answer (DEC-105) are errors.
 */
export function failureTone({ kind, status }: Pick<Failure, 'kind' | 'status'>): 'warn' | 'bad' {
  return kind === 'refused' && status === ok ? 'warn' : 'bad'
}
