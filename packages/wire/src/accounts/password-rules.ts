/** What a password must be like: the same for the pages and for the server. */

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
