/** Texts of people as they are kept: composed, without what cannot be seen or turns others around. */

/** Controls, marks of direction, joiners, halves of surrogate pairs. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const unprintableLines = /(?!\n|\t)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
/** What leaves no ink: fillers as U+3164, blanks as U+2800, marks without a letter. */
const inkless = /[\p{DI}\p{Z}\p{M}\s\u2800]/gu
/** More marks on one letter than any language has: to compose them takes the square of their number. */
const heaped = /\p{M}{31}/u

/**
 * A text of one line, trimmed and composed (NFC); null where it is blank, longer than `max` characters,
 * or holds what cannot be seen or more than 30 marks on a letter (ATT-33, ATT-36, UAX #15).
 */
export function oneLineOf(text: string, max: number): string | null {
  if (heaped.test(text)) return null
  const trimmed = text.normalize('NFC').trim()
  return isPlain(trimmed, max, unprintable) ? trimmed : null
}

/** A text of several lines, under the same rules; lines end with a line feed. */
export function linesOf(text: string, max: number): string | null {
  if (heaped.test(text)) return null
  const trimmed = text.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim()
  return isPlain(trimmed, max, unprintableLines) ? trimmed : null
}

function isPlain(text: string, max: number, refused: RegExp): boolean {
  return (
    Array.from(text).length <= max && !refused.test(text) && text.replaceAll(inkless, '') !== ''
  )
}
