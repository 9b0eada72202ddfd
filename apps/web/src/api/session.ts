/**
 * The session in the browser: cookies `jwt` and `usid` (SESS-01). The token is sent in the JWT header, which
 * alone identifies the session. A server cookie that scripts cannot read binds it to this browser.
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
/**
 * Set while the page ends its own session: the event of that end may come before the answer and must wait.
 */
let leaving: { endedToken: string | null } | null = null

function refresh(): void {
  session = readSession()
  for (const listener of listeners) listener()
}

/** The current session; null for a guest. */
export function currentSession(): Session | null {
  return session
}

/**
 * Stores a session for as many days as the server's token is valid (DEC-16). Returns whether the browser
 * stored it: without cookies the next page would not have the session.
 */
export function openSession(token: string, userId: string | number): boolean {
  const ageSeconds = clientConfig.sessionDays * daySeconds
  const isKept =
    keepCookie(tokenCookie, token, ageSeconds) && keepCookie(userCookie, String(userId), ageSeconds)
  refresh()
  return isKept
}

/**
 * Deletes the session of this page and its typed drafts. If another tab has signed in again since, that
 * session stays.
 */
export function clearSession(): void {
  dropTabDraft()
  if (session?.token === readSession()?.token) {
    dropCookie(tokenCookie)
    dropCookie(userCookie)
  }
  refresh()
}

/** Calls the listener after the session changed, for code outside React. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current session; the component draws again when it changes. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSession, () => session)
}

/**
 * Marks that this page ends its own session: the event of that end must not count as an end elsewhere. Call
 * it before the request. The returned function removes the mark after a failed request; an event that came
 * meanwhile counts then.
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
 * Deletes a session that the server rejected and reloads the page (SESS-06), which drops all data of the
 * session. The next page shows that the user was signed out. `token` is the rejected one, null if none was
 * sent: a session opened since then stays. Without a session nothing is reloaded, so there is no loop.
 */
export function endInvalidSession(token: string | null): void {
  if (session === null || session.token !== token) return
  if (leaving !== null) {
    leaving.endedToken = token
    return
  }
  const kept = readSession()
  // If another tab has signed in again since, that session stays.
  const isOver = kept === null || kept.token === token
  if (isOver) {
    keepParting({ kind: 'signedOut' })
    clearSession()
  }
  location.reload()
}
