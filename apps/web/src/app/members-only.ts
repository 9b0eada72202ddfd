/** Pages that belong to somebody. */
import { currentSession } from '../api/session.ts'
import type { Place } from '../router/page-routes.ts'

/** Leads guests home from the pages of an account (SET-04, SET-05). */
export function membersOnly(): Place | null {
  return currentSession() === null ? { to: '/' } : null
}
