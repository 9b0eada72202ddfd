/** A line of text in visual order: runs of one font and one direction, from left to right. */
import createBidi from 'bidi-js/dist/bidi.mjs'
import { type OutlineFont, findOutlineFont, type ShapedGlyph } from './outline-fonts.ts'

/** A part of a line: letters of the product's font, or glyphs shown as outlines. */
export type Run =
  | { readonly kind: 'letters'; readonly text: string }
  | {
      readonly kind: 'outlines'
      readonly font: OutlineFont
      /** In the order of reading. */
      readonly text: string
      readonly glyphs: readonly ShapedGlyph[]
    }

/** Replaces characters that no font has. */
export const unknownLetter = '?'

const bidi = createBidi()
const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** Joiners shape Arabic and Indic words; in other scripts they have no effect. */
const needlessJoiner =
  /(?<![\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Javanese}\p{M}])[\u200c\u200d]|[\u200c\u200d](?![\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Javanese}])/gu

/** More marks on one letter than in any language: composing them takes quadratic time. */
const heap = /(\p{M}{30})\p{M}+/gu

/** The text for one line of a page: without line breaks, invisible characters and excessive marks. */
export function plainText(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?![\u200c\u200d])\p{C}/gu, '')
    .replaceAll(needlessJoiner, '')
    .replaceAll(heap, '$1')
    .normalize('NFC')
}

/** Returns the first letter of a text that no document can show; null where all can be shown. */
export function letterWithoutFont(text: string, has: (letter: string) => boolean): string | null {
  for (const { segment } of clusters.segment(plainText(text))) {
    if (!has(segment) && findOutlineFont(segment) === null) return segment
  }
  return null
}

type Piece = { readonly font: OutlineFont | null; readonly level: number; readonly text: string }

/**
 * The runs of a line from left to right, by the bidirectional algorithm of Unicode (UAX #9).
 *
 * @param has whether the product's font has a letter
 */
export function splitRuns(text: string, has: (letter: string) => boolean): readonly Run[] {
  if (Array.from(text).every(has)) return [{ kind: 'letters', text }]
  return inVisualOrder(splitPieces(text, has)).map(({ font, level, text: part }) => {
    const isRightToLeft = level % 2 === 1
    if (font === null) return { kind: 'letters', text: isRightToLeft ? mirrored(part) : part }
    return { kind: 'outlines', font, text: part, glyphs: font.shaped(part, isRightToLeft) }
  })
}

/** Neighbors of one font and level, in the order of reading. */
function splitPieces(text: string, has: (letter: string) => boolean): readonly Piece[] {
  const { levels } = bidi.getEmbeddingLevels(text, 'ltr')
  const pieces: Piece[] = []
  for (const { segment, index } of clusters.segment(text)) {
    const own = has(segment) ? null : findOutlineFont(segment)
    const shown = own === null && !has(segment) ? unknownLetter : segment
    const level = levels[index] ?? 0
    const last = pieces.at(-1)
    if (last !== undefined && last.font === own && last.level === level) {
      pieces[pieces.length - 1] = { ...last, text: last.text + shown }
    } else pieces.push({ font: own, level, text: shown })
  }
  return pieces
}

/** Reverses runs at each odd level or above, from the highest down (UAX #9, L2). */
function inVisualOrder(pieces: readonly Piece[]): readonly Piece[] {
  let order = [...pieces]
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level > 0; level -= 1) {
    const turned: Piece[] = []
    let group: Piece[] = []
    for (const piece of order) {
      if (piece.level >= level) group.unshift(piece)
      else {
        turned.push(...group, piece)
        group = []
      }
    }
    order = [...turned, ...group]
  }
  return order
}

/** Reverses the order of neutral letters in right-to-left text, and mirrors their brackets. */
function mirrored(text: string): string {
  return Array.from(text, (letter) => bidi.getMirroredCharacter(letter) ?? letter)
    .reverse()
    .join('')
}
