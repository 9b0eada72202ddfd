/** The refusal of a call if the database has no resources left (FLT-14). */
import { Refusal } from '../../../platform/http/refusal.ts'

/** PostgreSQL's error class of exhausted resources: disk, memory, connections. */
const usedUp = /^53/

/** Replaces such an error by `kyc.unavailable`; returns any other error unchanged. */
export function unlessUsedUp(error: unknown): unknown {
  const code = error instanceof Error ? Reflect.get(error, 'code') : null
  return typeof code === 'string' && usedUp.test(code) ? new Refusal('kyc.unavailable') : error
}
