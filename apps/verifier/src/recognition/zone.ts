/**
 * Finds the two lines of a passport's machine readable zone in gray pixels. Text readers do not know its
 * filler character `<` and take it for letters. So fillers are found by shape and erased, which leaves
 * capitals and digits.
 */
import { type Box, findGlyphs, type Ink, findInk, findLines } from './lines.ts'
import type { Pixels } from './pictures.ts'
import type { Sign } from './reading.ts'

/** A sign of the zone: the box around its ink. */
export type Glyph = Box & {
  readonly isFiller: boolean
}

export type Zone = { readonly lines: readonly (readonly Glyph[])[]; readonly pixels: Pixels }

/** Of 44 characters a few may touch each other. */
const signsMin = 34
const fillersMin = 2
/** The maximum share of ink where a filler has none, because of blur, and the minimum share in its corner. */
const strayMax = 0.2
const cornerMin = 0.22
const white = 255

/** The zone, cut out and with its fillers erased, or null if there is none. */
export function findZone(pixels: Pixels): Zone | null {
  const ink = findInk(pixels)
  const lines = findLines(findGlyphs(ink))
    .filter((line) => line.length >= signsMin)
    .map((line) => line.map((glyph) => ({ ...glyph, isFiller: isFiller(ink, glyph) })))
    .filter((line) => line.filter((glyph) => glyph.isFiller).length >= fillersMin)
    .toSorted((a, b) => (a[0]?.top ?? 0) - (b[0]?.top ?? 0))
    .slice(-2)
  return lines.length === 2 ? cutOut(pixels, lines) : null
}

/** The zone's lines, each glyph with the character that was recognized there. */
export function zoneText({ lines }: Zone, signs: readonly Sign[]): readonly string[] {
  return lines.map((line) =>
    line.map((glyph) => (glyph.isFiller ? '<' : (signAt(glyph, signs) ?? '<'))).join(''),
  )
}

function signAt(glyph: Glyph, signs: readonly Sign[]): string | undefined {
  const x = (glyph.left + glyph.right) / 2
  const y = (glyph.top + glyph.bottom) / 2
  const reach = (glyph.bottom - glyph.top) / 2
  const near = signs
    .filter((sign) => Math.abs(sign.x - x) <= reach && Math.abs(sign.y - y) <= reach)
    .toSorted((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x))
  return near[0]?.text
}

/**
 * Whether a glyph is `<`: in its upper and lower parts the ink avoids the left edge, in its middle the right
 * edge. A `K` or `C` has ink there.
 */
function isFiller({ mask, width }: Ink, { left, top, right, bottom }: Box): boolean {
  const [glyphWidth, glyphHeight] = [right - left, bottom - top]
  if (glyphWidth < glyphHeight * 0.4) return false
  const inkIn = (fromX: number, toX: number, fromY: number, toY: number) => {
    let [inked, all] = [0, 0]
    for (let y = Math.floor(top + fromY * glyphHeight); y < top + toY * glyphHeight; y++) {
      for (let x = Math.floor(left + fromX * glyphWidth); x < left + toX * glyphWidth; x++) {
        inked += mask[y * width + x] ?? 0
        all++
      }
    }
    return all === 0 ? 0 : inked / all
  }
  const isOpenLeft = inkIn(0, 0.3, 0, 0.22) < strayMax && inkIn(0, 0.3, 0.78, 1) < strayMax
  const isOpenRight = inkIn(0.7, 1, 0.38, 0.62) < strayMax
  const isClosedLeft = inkIn(0, 0.35, 0.35, 0.65) > cornerMin
  return isOpenLeft && isOpenRight && isClosedLeft
}

/** The part of the picture with the lines, and coordinates in it; fillers are made white. */
function cutOut(pixels: Pixels, lines: readonly (readonly Glyph[])[]): Zone {
  const all = lines.flat()
  const margin = 24
  const left = Math.max(0, Math.min(...all.map((glyph) => glyph.left)) - margin)
  const top = Math.max(0, Math.min(...all.map((glyph) => glyph.top)) - margin)
  const right = Math.min(pixels.width, Math.max(...all.map((glyph) => glyph.right)) + margin)
  const bottom = Math.min(pixels.height, Math.max(...all.map((glyph) => glyph.bottom)) + margin)
  const width = right - left
  const data = new Uint8Array(width * (bottom - top))
  for (let y = top; y < bottom; y++) {
    const row = pixels.data.subarray(y * pixels.width + left, y * pixels.width + right)
    data.set(row, (y - top) * width)
  }
  const moved = lines.map((line) =>
    line.map((glyph) => ({
      ...glyph,
      left: glyph.left - left,
      right: glyph.right - left,
      top: glyph.top - top,
      bottom: glyph.bottom - top,
    })),
  )
  for (const glyph of moved.flat().filter(({ isFiller }) => isFiller)) {
    for (let y = Math.max(0, glyph.top - 2); y < Math.min(bottom - top, glyph.bottom + 2); y++) {
      data.fill(white, y * width + Math.max(0, glyph.left - 2), y * width + glyph.right + 2)
    }
  }
  return { lines: moved, pixels: { data, width, height: bottom - top } }
}
