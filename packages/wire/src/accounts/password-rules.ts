/** The password rules, shared by pages and server. */

const passwordLengthMin = 8
/** Longer passwords are refused before a hash is computed (ATT-18). */
export const passwordLengthMax = 128

export type PasswordFault = 'long' | 'short' | 'weak'

/**
 * The first fault of a new password: its length, a missing uppercase letter or digit (DEC-28); null without
 * one.
 */
export function passwordFaultOf(password: string): PasswordFault | null {
  if (password.length > passwordLengthMax) return 'long'
  if (password.length < passwordLengthMin) return 'short'
  return /\p{Lu}/u.test(password) && /\d/.test(password) ? null : 'weak'
}
