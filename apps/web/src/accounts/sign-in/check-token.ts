/** Whether the session still lives: asked by the home page (NAV-08) and after a change of password. */
import { routes } from '@tukar/wire'
import { call } from '../../api/call.ts'
import { currentSession, endInvalidSession } from '../../api/session.ts'

/**
 * Returns the token of the session where the exchange says that it is over, else null. Only a no of the
 * exchange counts; a network or a server that fails does not (DEC-14).
 */
export async function findDeadToken(): Promise<string | null> {
  const session = currentSession()
  if (session === null) return null
  const outcome = await call(routes.checkToken, {})
  const isDead = !outcome.ok && (outcome.kind === 'refused' || outcome.kind === 'session')
  return isDead ? session.token : null
}

/** Asks whether the session still lives, and drops it where the answer is no. */
export async function checkToken(): Promise<void> {
  const token = await findDeadToken()
  if (token !== null) endInvalidSession(token)
}
