/** Codes of an authenticator as people type them. */
import { plainTyped } from '@tukar/i18n'

/** How many digits a code has. */
export const codeLength = 6

/** Returns the digits of what was typed or pasted, six at most: "123 456" counts as a code too. */
export function toDigits(text: string): string {
  return plainTyped(text).replace(/\D/g, '').slice(0, codeLength)
}
