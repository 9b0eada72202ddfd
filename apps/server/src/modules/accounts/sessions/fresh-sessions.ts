/**
 * Fresh sessions: the owner has just signed in. Actions that a stolen older session must not do need one (ADR
 * 0009).
 */
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../../platform/database/pool.ts'
import { hashOf } from '../../../platform/security/opaque-tokens.ts'
import { tokenOf } from './sessions.ts'
import { findSessionAge } from './sessions-store.ts'

/** The maximum age of a fresh session. */
export const freshMinutes = 15
const secondsPerMinute = 60

/** Whether the session of a request is at most 15 minutes old. */
export async function isFreshSession(
  database: Database,
  request: FastifyRequest,
): Promise<boolean> {
  const ageSeconds = await findSessionAge(database, hashOf(tokenOf(request)))
  return ageSeconds !== null && ageSeconds <= freshMinutes * secondsPerMinute
}
