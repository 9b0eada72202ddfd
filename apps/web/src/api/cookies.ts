/**
 * The few cookies that the contract asks the browser to keep: never sent by it on its own, read by the
 * page. Where Secure does not stick (plain http beyond localhost) they are written once more without
 * it, in simulation mode only.
 */
import { clientConfig, isSimulation } from '../app/client-config.ts'

/** How long a day is, in seconds, as cookies count. */
export const daySeconds = 86_400

/** Returns a cookie's value; a cookie that is empty or not there is null. */
export function readCookie(name: string): string | null {
  const prefix = `${name}=`
  const pair = document.cookie.split('; ').find((text) => text.startsWith(prefix))
  const value = pair?.slice(prefix.length) ?? ''
  return value === '' ? null : decodeURIComponent(value)
}

/**
 * Keeps a cookie for so many seconds, for pages of this site alone. Returns whether the browser did: it does not where
 * cookies are blocked.
 */
export function keepCookie(name: string, value: string, ageSeconds: number): boolean {
  const text = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${ageSeconds}; SameSite=Lax`
  document.cookie = clientConfig.isCookieSecure ? `${text}; Secure` : text
  const isKept = readCookie(name) === value
  if (!isKept && isSimulation) document.cookie = text
  return readCookie(name) === value
}

/** Forgets a cookie, however it was written. */
export function dropCookie(name: string): void {
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`
  if (readCookie(name) !== null) {
    document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax; Secure`
  }
}
