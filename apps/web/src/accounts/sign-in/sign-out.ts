/** Signs out (NAV-11): ends the session at the server, deletes it in the browser, and reloads the page. */
import { failureText } from '../../api/failure-text.ts'
import { routes } from '@tukar/wire'
import { call } from '../../api/call.ts'
import { beginLeaving, clearSession } from '../../api/session.ts'
import { toast } from '../../ui/toast.tsx'

async function signOut(to: string | null): Promise<void> {
  const stay = beginLeaving()
  const outcome = await call(routes.signOut, {})
  if (!outcome.ok && outcome.kind !== 'session') {
    stay()
    toast('bad', failureText(outcome))
    return
  }
  clearSession()
  if (to === null) location.reload()
  else location.assign(to)
}

/**
 * Returns the action of a "log out" button. A refusal keeps the session and is shown (DEC-36).
 *
 * @param to the next page; null stays on this one
 */
export function useSignOut(to: string | null = null): () => void {
  return () => {
    signOut(to).catch(() => undefined)
  }
}
