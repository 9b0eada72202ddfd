/** Checks whether the session is alive: on the home page (NAV-08) and after a change of password. */
import { routes } from '@tukar/wire'
import { call } from '../../api/call.ts'
import { currentSession, endInvalidSession } from '../../api/session.ts'

/**
 * Returns the session's token if the exchange reports that it ended, otherwise null. Only an explicit answer
 * counts; network and server failures do not (DEC-14).
 */
export async function findDeadToken(): Promise<string | null> {
  const session = currentSession()
  if (session === null) return null
  const outcome = await call(routes.checkToken, {})
  const isDead = !outcome.ok && (outcome.kind === 'refused' || outcome.kind === 'session')
  return isDead ? session.token : null
}

/** Checks the session, and drops it if it ended. */
export async function checkToken(): Promise<void> {
  const token = await findDeadToken()
  if (token !== null) endInvalidSession(token)
}
