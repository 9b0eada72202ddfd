/**
 * The first step of a sign-in with two factors, stored until the second (LOGIN-06). Cookie `temp_email` has
 * the e-mail address. Cookie `temp_password` has a one-time challenge of the server, never a password
 * (DEC-17).
 */
import { daySeconds, dropCookie, keepCookie, readCookie } from '../../api/cookies.ts'
import { clearSession } from '../../api/session.ts'

const emailCookie = 'temp_email'
const challengeCookie = 'temp_password'

export type LoginChallenge = { readonly email: string; readonly challenge: string }

/**
 * Stores both cookies for a day (SESS-03); the server accepts the challenge for 10 minutes. Returns whether
 * the browser stored them.
 */
export function storeLoginChallenge({ email, challenge }: LoginChallenge): boolean {
  return (
    keepCookie(emailCookie, email, daySeconds) && keepCookie(challengeCookie, challenge, daySeconds)
  )
}

/** Returns the stored first step, or null if a cookie is missing. */
export function readLoginChallenge(): LoginChallenge | null {
  const [email, challenge] = [readCookie(emailCookie), readCookie(challengeCookie)]
  return email === null || challenge === null ? null : { email, challenge }
}

/** Deletes the first step after it was used or expired. */
export function dropLoginChallenge(): void {
  dropCookie(emailCookie)
  dropCookie(challengeCookie)
}

/** Deletes all sign-in state (TFA-02); the server's session continues (DEC-18). */
export function dropSignInState(): void {
  dropLoginChallenge()
  clearSession()
}
