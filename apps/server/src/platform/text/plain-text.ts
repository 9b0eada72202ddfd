/** Normalizes people's texts for storage: composed, without invisible characters and direction marks. */
import { letterWithoutDocument } from '../documents/table-document.ts'

/** Control characters, unpaired surrogates, line separators. Format characters are removed before. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const unprintableLines = /(?!\n|\t)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
/** Characters without ink: fillers such as U+3164, blanks such as U+2800, marks without a letter. */
const inkless = /[\p{DI}\p{Z}\p{M}\s\u2800]/gu
/** More marks on one letter than in any language: composing them takes quadratic time. */
const heaped = /\p{M}{31}/u
/** Joiners within words of Arabic and Indic scripts, which need them. */
const neededJoiner =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Javanese}\p{M}])[\u200c\u200d](?=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Javanese}])/u
/** Emoji of several parts are joined by joiners. */
const emojiJoiner =
  /(?<=[\p{Extended_Pictographic}\ufe0f\p{Emoji_Modifier}])\u200d(?=\p{Extended_Pictographic})/u
const joiners = `${neededJoiner.source}|${emojiJoiner.source}`
const neededJoiners = new RegExp(joiners, 'gu')
const format = new RegExp(`(?!${joiners})\\p{Cf}`, 'gu')

/** The fault of a text. An invalid character is given as it is, or as its code point if it is invisible. */
export type TextFault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'long' }
  | { readonly kind: 'letter'; readonly letter: string }

export type ParsedLine =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly fault: TextFault }

/**
 * Parses a text of one line, trimmed and composed (NFC), without format characters: direction marks,
 * zero-width characters, soft hyphens. Returns the first fault: blank, longer than `max` characters, a
 * control character, or more than 30 marks on a letter (ATT-33, ATT-36, UAX #15).
 */
export function parseLine(text: string, max: number): ParsedLine {
  const composed = compose(text)
  return typeof composed === 'string' ? judged(composed.trim(), max, unprintable) : composed
}

/** Like `parseLine`, for names: only letters that our documents can show. */
export function readName(text: string, max: number): ParsedLine {
  const read = parseLine(text, max)
  const letter = read.ok ? letterWithoutDocument(read.text) : null
  return letter === null ? read : { ok: false, fault: { kind: 'letter', letter } }
}

/** The text of `parseLine`; null if it has a fault. */
export function toOneLine(text: string, max: number): string | null {
  const read = parseLine(text, max)
  return read.ok ? read.text : null
}

/** A text of several lines, under the same rules; lines end with a line feed. */
export function toLines(text: string, max: number): string | null {
  const read = readLines(text, max)
  return read.ok ? read.text : null
}

/** As `parseLine`, for several lines. */
export function readLines(text: string, max: number): ParsedLine {
  const composed = compose(text)
  if (typeof composed !== 'string') return composed
  return judged(composed.replaceAll(/\r\n?/g, '\n').trim(), max, unprintableLines)
}

function judged(text: string, max: number, refused: RegExp): ParsedLine {
  const letter = refused.exec(text.replaceAll(neededJoiners, ''))?.[0]
  if (text.replaceAll(inkless, '') === '') return { ok: false, fault: { kind: 'empty' } }
  if (letter !== undefined)
    return { ok: false, fault: { kind: 'letter', letter: toCodePoint(letter) } }
  if (Array.from(text).length > max) return { ok: false, fault: { kind: 'long' } }
  return { ok: true, text }
}

/**
 * A composed text without format characters; a fault for excessive marks, which would take seconds to
 * compose.
 */
function compose(text: string): string | (ParsedLine & { readonly ok: false }) {
  const visible = text.replaceAll(format, '')
  // Checked after format characters were removed, because these would split the marks, and before composing.
  const heap = heaped.exec(visible)
  if (heap === null) return visible.normalize('NFC')
  return { ok: false, fault: { kind: 'letter', letter: toCodePoint(heap[0]) } }
}

/** The Unicode number of an invisible letter: "U+0007". */
function toCodePoint(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
