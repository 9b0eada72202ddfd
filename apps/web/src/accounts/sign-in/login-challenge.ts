/**
 * The first step of a sign-in with two factors, kept until the second (LOGIN-06): cookie `temp_email` has
 * the e-mail, `temp_password` a one-time challenge of the server and never a password (DEC-17).
 */
import { daySeconds, dropCookie, keepCookie, readCookie } from '../../api/cookies.ts'
import { clearSession } from '../../api/session.ts'

const emailCookie = 'temp_email'
const challengeCookie = 'temp_password'

export type LoginChallenge = { readonly email: string; readonly challenge: string }

/**
 * Keeps both for a day (SESS-03); the server takes the challenge for 10 minutes only. Returns whether the browser
 * kept them.
 */
export function keepLoginChallenge({ email, challenge }: LoginChallenge): boolean {
  return (
    keepCookie(emailCookie, email, daySeconds) && keepCookie(challengeCookie, challenge, daySeconds)
  )
}

/** Returns what the first step left, or null where one of the two is missing. */
export function readLoginChallenge(): LoginChallenge | null {
  const [email, challenge] = [readCookie(emailCookie), readCookie(challengeCookie)]
  return email === null || challenge === null ? null : { email, challenge }
}

/** Forgets the first step: it was used or ran out. */
export function dropLoginChallenge(): void {
  dropCookie(emailCookie)
  dropCookie(challengeCookie)
}

/** Forgets everything that is kept of any sign-in (TFA-02); the server's session lives on (DEC-18). */
export function dropSignInState(): void {
  dropLoginChallenge()
  clearSession()
}
