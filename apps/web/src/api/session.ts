/**
 * The session as the browser keeps it: cookies `jwt` and `usid` (SESS-01). The token is read into the JWT header, which
 * alone names a session; a cookie of the server's, which no script reads, binds it to this browser.
 */
import { useSyncExternalStore } from 'react'
import { clientConfig } from '../app/client-config.ts'
import { keepParting } from './parting.ts'
import { dropTabDraft } from './tab-draft.ts'
import { daySeconds, dropCookie, keepCookie, readCookie } from './cookies.ts'

const tokenCookie = 'jwt'
const userCookie = 'usid'

export type Session = { readonly token: string; readonly userId: string }

function readSession(): Session | null {
  const token = readCookie(tokenCookie)
  return token === null ? null : { token, userId: readCookie(userCookie) ?? '' }
}

let session = readSession()
const listeners = new Set<() => void>()
/** While the page ends its own session: news of that end, which may be faster, waits. */
let leaving: { endedToken: string | null } | null = null

function refresh(): void {
  session = readSession()
  for (const listener of listeners) listener()
}

/** The session now, or null for a guest. */
export function currentSession(): Session | null {
  return session
}

/**
 * Keeps a session for as many days as the server's token lives (DEC-16). Returns whether the browser kept it: without
 * cookies the next page would know nothing of it.
 */
export function openSession(token: string, userId: string | number): boolean {
  const ageSeconds = clientConfig.sessionDays * daySeconds
  const isKept =
    keepCookie(tokenCookie, token, ageSeconds) && keepCookie(userCookie, String(userId), ageSeconds)
  refresh()
  return isKept
}

/**
 * Forgets the session of this page, and what was typed under it. Another page of this browser may have
 * signed in again since: that session is left alone.
 */
export function clearSession(): void {
  dropTabDraft()
  if (session?.token === readSession()?.token) {
    dropCookie(tokenCookie)
    dropCookie(userCookie)
  }
  refresh()
}

/** Calls the listener after the session changed; for what stands outside React. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session, kept current. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSession, () => session)
}

/**
 * Says that this page is about to end its own session: what the server tells of that end meanwhile is
 * not taken for an end elsewhere. To be called before the server is asked; what it returns takes it
 * back where the session did not end, and then counts what was told.
 */
export function beginLeaving(): () => void {
  const own: { endedToken: string | null } = { endedToken: null }
  leaving = own
  return () => {
    if (leaving !== own) return
    leaving = null
    if (own.endedToken !== null) endInvalidSession(own.endedToken)
  }
}

/**
 * Forgets a session that the server does not know and loads the page again (SESS-06): that is the
 * surest way to drop all that belonged to it. The page that comes says that its reader was signed out.
 * The token is the one that was refused, null where none was sent: a session opened since then is not
 * the one that ended. Without a session nothing is loaded, so there is no loop.
 */
export function endInvalidSession(token: string | null): void {
  if (session === null || session.token !== token) return
  if (leaving !== null) {
    leaving.endedToken = token
    return
  }
  const kept = readSession()
  // Another page of this browser may have signed in again since: that session is left alone.
  const isOver = kept === null || kept.token === token
  if (isOver) {
    keepParting({ kind: 'signedOut' })
    clearSession()
  }
  location.reload()
}
