/**
 * Removes invisible differences from typed and pasted texts: format characters, digits of other scripts,
 * full-width letters of input methods. Every field for a code, a number or an address uses it first.
 */

/** Format characters: marks of direction, zero-width characters, soft hyphens. */
const formatCharacters = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const foreignDigit = /(?![0-9])\p{Nd}/gu
const widthForms = /[\uff01-\uff5e]/g
const widthOffset = 0xfee0
/** Dashes that pages and word processors use instead of a hyphen. */
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63]/g

/** Returns a text without format characters: U+200B, U+202A, U+FEFF, U+00AD and others. */
export function withoutFormat(text: string): string {
  return text.replace(formatCharacters, '')
}

/**
 * Normalizes a typed or pasted code, number or address: visible characters, digits as 0 to 9, full-width
 * letters and signs as plain ones, all dashes as hyphens, plain spaces, trimmed.
 */
export function plainTyped(text: string): string {
  return withoutFormat(text)
    .replace(widthForms, (letter) => String.fromCharCode(letter.charCodeAt(0) - widthOffset))
    .replace(foreignDigit, toDigit)
    .replace(dashes, '-')
    .replace(/\s+/g, ' ')
    .trim()
}

/** As `plainTyped`, without any blank: addresses, codes, keys. */
export function plainCode(text: string): string {
  return plainTyped(text).replaceAll(' ', '')
}

/** The digits of a typed number with separators: NIK, NPWP, account, telephone. */
export function digitsTyped(text: string): string {
  return plainTyped(text).replace(/[ .\-/]/g, '')
}

/** The digits of a script are consecutive, so its zero is found by counting back. */
function toDigit(digit: string): string {
  const compatible = digit.normalize('NFKC')
  if (/^[0-9]$/.test(compatible)) return compatible
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(code - zero)
}
