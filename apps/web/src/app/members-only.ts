/** Pages for signed-in users. */
import { currentSession } from '../api/session.ts'
import type { PageRoute } from '../router/page-routes.ts'

/** Redirects guests from account pages to the home page (SET-04, SET-05). */
export function membersOnly(): PageRoute | null {
  return currentSession() === null ? { to: '/' } : null
}
