/** Texts of people as they are kept: composed, without what cannot be seen or turns others around. */
import { letterWithoutDocument } from '../documents/table-document.ts'

/** Controls, halves of surrogate pairs, ends of lines. Marks that only shape a text are left out before. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const unprintableLines = /(?!\n|\t)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
/** What leaves no ink: fillers as U+3164, blanks as U+2800, marks without a letter. */
const inkless = /[\p{DI}\p{Z}\p{M}\s\u2800]/gu
/** More marks on one letter than any language has: to compose them takes the square of their number. */
const heaped = /\p{M}{31}/u
/** Joiners within words of Arabic and Indic scripts, which need them. */
const neededJoiner =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Javanese}\p{M}])[\u200c\u200d](?=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Javanese}])/u
/** Emoji of several parts are held together by joiners: without these they would fall apart. */
const emojiJoiner =
  /(?<=[\p{Extended_Pictographic}\ufe0f\p{Emoji_Modifier}])\u200d(?=\p{Extended_Pictographic})/u
const joiners = `${neededJoiner.source}|${emojiJoiner.source}`
const kept = new RegExp(joiners, 'gu')
const format = new RegExp(`(?!${joiners})\\p{Cf}`, 'gu')

/** What is wrong with a text, and of a letter which one: as it is, or its number where nobody sees it. */
export type LineFault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'long' }
  | { readonly kind: 'letter'; readonly letter: string }

export type ReadLine =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly fault: LineFault }

/**
 * Reads a text of one line, trimmed and composed (NFC), without marks that only shape it: directions, zero
 * widths, soft hyphens. Fails with the first fault where it is blank, longer than `max` characters, or holds
 * a control or more than 30 marks on a letter (ATT-33, ATT-36, UAX #15).
 */
export function readLine(text: string, max: number): ReadLine {
  const composed = composedOf(text)
  return typeof composed === 'string' ? judged(composed.trim(), max, unprintable) : composed
}

/** As `readLine`, for names: they have only letters that every document of ours can write. */
export function readName(text: string, max: number): ReadLine {
  const read = readLine(text, max)
  const letter = read.ok ? letterWithoutDocument(read.text) : null
  return letter === null ? read : { ok: false, fault: { kind: 'letter', letter } }
}

/** The text of `readLine`; null where there is a fault. */
export function oneLineOf(text: string, max: number): string | null {
  const read = readLine(text, max)
  return read.ok ? read.text : null
}

/** A text of several lines, under the same rules; lines end with a line feed. */
export function linesOf(text: string, max: number): string | null {
  const read = readLines(text, max)
  return read.ok ? read.text : null
}

/** As `readLine`, for several lines. */
export function readLines(text: string, max: number): ReadLine {
  const composed = composedOf(text)
  if (typeof composed !== 'string') return composed
  return judged(composed.replaceAll(/\r\n?/g, '\n').trim(), max, unprintableLines)
}

function judged(text: string, max: number, refused: RegExp): ReadLine {
  const letter = refused.exec(text.replaceAll(kept, ''))?.[0]
  if (text.replaceAll(inkless, '') === '') return { ok: false, fault: { kind: 'empty' } }
  if (letter !== undefined)
    return { ok: false, fault: { kind: 'letter', letter: numberOf(letter) } }
  if (Array.from(text).length > max) return { ok: false, fault: { kind: 'long' } }
  return { ok: true, text }
}

/** A text without format marks, composed; the fault of a heap of marks, which would take seconds to compose. */
function composedOf(text: string): string | (ReadLine & { readonly ok: false }) {
  const visible = text.replaceAll(format, '')
  // Only now: format marks would part a heap, and composing comes after they are gone.
  const heap = heaped.exec(visible)
  if (heap === null) return visible.normalize('NFC')
  return { ok: false, fault: { kind: 'letter', letter: numberOf(heap[0]) } }
}

/** A letter that nobody sees, as Unicode numbers it: "U+0007". */
function numberOf(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
