/** Addresses of e-mail: which ones are taken, and which are one and the same. */

const emailLengthMax = 254
/** One @, a dot in the domain, nothing blank, invisible or unassigned (DEC-27). */
const emailGrammar = /^[^\s@\p{C}\p{DI}]+@[^\s@\p{C}\p{DI}.]+(?:\.[^\s@\p{C}\p{DI}.]+)+$/u

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
