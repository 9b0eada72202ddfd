/** What becomes of a call where the database has no room left (FLT-14). */
import { Refusal } from '../../platform/http/refusal.ts'

/** PostgreSQL's class of what is used up: disk, memory, connections. */
const usedUp = /^53/

/** `kyc.unavailable` in the place of an error that says so; every other as it is. */
export function unlessUsedUp(error: unknown): unknown {
  const code = error instanceof Error ? Reflect.get(error, 'code') : null
  return typeof code === 'string' && usedUp.test(code) ? new Refusal('kyc.unavailable') : error
}
