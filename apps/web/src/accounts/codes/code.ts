/** Authenticator codes as people type them. */
import { plainTyped } from '@tukar/i18n'

/** The number of digits of a code. */
export const codeLength = 6

/** Returns the digits of a typed or pasted text, at most six: "123 456" is a valid code. */
export function toDigits(text: string): string {
  return plainTyped(text).replace(/\D/g, '').slice(0, codeLength)
}
