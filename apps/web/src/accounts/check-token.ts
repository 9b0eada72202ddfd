/** The home page asks whether the session still lives (NAV-08) and drops it where the answer is no. */
import { send } from '../api/request.ts'
import { currentSession, endInvalidSession } from '../api/session.ts'

/** Only a no of the exchange ends a session; a network or a server that fails does not (DEC-14). */
export async function checkToken(): Promise<void> {
  if (currentSession() === null) return
  const outcome = await send({ host: 'api', method: 'POST', path: '/users/check-token', body: {} })
  if (!outcome.ok && (outcome.kind === 'refused' || outcome.kind === 'session')) endInvalidSession()
}
