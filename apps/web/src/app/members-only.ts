/** Pages that belong to somebody. */
import { redirect } from '@tanstack/react-router'
import { currentSession } from '../api/session.ts'

/** Leads guests home from the pages of an account (SET-04, SET-05); throws what the router follows. */
export function membersOnly(): void {
  if (currentSession() === null) throw redirect({ to: '/' })
}
