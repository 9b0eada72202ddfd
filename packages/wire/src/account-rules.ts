/** What an e-mail and a password must be like: the same for the pages and for the server. */

const emailLengthMax = 254
/** One @, a dot in the domain, nothing blank, invisible or unassigned (DEC-27), nor what encloses an address. */
const emailGrammar = /^[^\s@<>\p{C}\p{DI}]+@[^\s@<>\p{C}\p{DI}.]+(?:\.[^\s@<>\p{C}\p{DI}.]+)+$/u

/** All spellings of an address that reach one mailbox owner count as one: case is folded (ATT-16). */
export function emailKeyOf(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}

/**
 * An address as it was sent and as it is folded: folding may make it longer or bring in blanks. What is
 * too long is not folded, which takes the square of the marks in it (ATT-36).
 */
export function isEmail(email: string): boolean {
  return isWritten(email) && isWritten(emailKeyOf(email))
}

function isWritten(email: string): boolean {
  return email.length <= emailLengthMax && emailGrammar.test(email)
}

const passwordLengthMin = 8
/** Longer ones are refused before any hash is computed (ATT-18). */
export const passwordLengthMax = 128

export type PasswordFault = 'long' | 'short' | 'weak'

/** The first fault of a new password, or null: its length, an uppercase letter, a digit (DEC-28). */
export function passwordFaultOf(password: string): PasswordFault | null {
  if (password.length > passwordLengthMax) return 'long'
  if (password.length < passwordLengthMin) return 'short'
  return /\p{Lu}/u.test(password) && /\d/.test(password) ? null : 'weak'
}
