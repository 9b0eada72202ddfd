/**
 * The cookies that the contract stores in the browser: the page reads them, and the browser never sends them.
 * If Secure fails (plain http beyond localhost), simulation mode writes them without it.
 */
import { clientConfig, isSimulation } from '../app/client-config.ts'

/** A day in seconds, the unit of cookies. */
export const daySeconds = 86_400

/** Returns a cookie's value; null if it is empty or missing. */
export function readCookie(name: string): string | null {
  const prefix = `${name}=`
  const pair = document.cookie.split('; ').find((text) => text.startsWith(prefix))
  const value = pair?.slice(prefix.length) ?? ''
  return value === '' ? null : decodeURIComponent(value)
}

/**
 * Stores a cookie for a number of seconds, for this site only. Returns whether the browser stored it:
 * browsers can block cookies.
 */
export function keepCookie(name: string, value: string, ageSeconds: number): boolean {
  const text = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${ageSeconds}; SameSite=Lax`
  document.cookie = clientConfig.isCookieSecure ? `${text}; Secure` : text
  const isKept = readCookie(name) === value
  if (!isKept && isSimulation) document.cookie = text
  return readCookie(name) === value
}

/** Deletes a cookie, with and without Secure. */
export function dropCookie(name: string): void {
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`
  if (readCookie(name) !== null) {
    document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax; Secure`
  }
}
