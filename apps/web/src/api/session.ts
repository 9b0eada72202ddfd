/**
 * The session as the browser keeps it: cookies `jwt` and `usid` (SESS-01), read into the JWT header
 * and never sent by the browser on its own. Where Secure does not stick (plain http beyond localhost)
 * they are written once more without it, in simulation mode only.
 */
import { useSyncExternalStore } from 'react'
import { clientConfig, isSimulation } from '../app/client-config.ts'

const tokenCookie = 'jwt'
const userCookie = 'usid'
const daySeconds = 86_400

export type Session = { readonly token: string; readonly userId: string }

function readCookie(name: string): string | null {
  const prefix = `${name}=`
  const pair = document.cookie.split('; ').find((text) => text.startsWith(prefix))
  const value = pair?.slice(prefix.length) ?? ''
  return value === '' ? null : decodeURIComponent(value)
}

function writeCookie(name: string, value: string, ageSeconds: number): void {
  const text = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${ageSeconds}; SameSite=Lax`
  document.cookie = clientConfig.isCookieSecure ? `${text}; Secure` : text
  const isKept = readCookie(name) === value
  if (!isKept && isSimulation && ageSeconds > 0) document.cookie = text
}

function readSession(): Session | null {
  const token = readCookie(tokenCookie)
  return token === null ? null : { token, userId: readCookie(userCookie) ?? '' }
}

let session = readSession()
const listeners = new Set<() => void>()

function refresh(): void {
  session = readSession()
  for (const listener of listeners) listener()
}

/** The session now, or null for a guest. */
export function currentSession(): Session | null {
  return session
}

/** Keeps a session for as many days as the server's token lives (DEC-16). */
export function openSession(token: string, userId: string | number): void {
  const ageSeconds = clientConfig.sessionDays * daySeconds
  writeCookie(tokenCookie, token, ageSeconds)
  writeCookie(userCookie, String(userId), ageSeconds)
  refresh()
}

/** Forgets the session. */
export function clearSession(): void {
  for (const name of [tokenCookie, userCookie]) {
    document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`
    if (readCookie(name) !== null) {
      document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax; Secure`
    }
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
 * Forgets a session that the server does not know and loads the page again (SESS-06): that is the
 * surest way to drop all that belonged to it. Without a session nothing is loaded, so there is no loop.
 */
export function endInvalidSession(): void {
  if (readSession() === null) return
  clearSession()
  location.reload()
}
