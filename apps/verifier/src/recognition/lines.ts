/**
 * Finds lines of text in gray pixels by shape alone: the positions of characters, and the orientation of a
 * page.
 */
import type { Pixels } from './pictures.ts'

/** The box around a sign's ink. */
export type Box = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** One for each pixel that is ink. */
export type Ink = { readonly mask: Uint8Array; readonly width: number; readonly height: number }

/** How much darker ink is than its surroundings. */
const inkContrast = 28
const surroundingsPx = 20
const glyphHeightMin = 9
const glyphHeightMax = 70
const glyphWidthMax = 70
/** More specks than this are a pattern, not text. */
const glyphsMax = 6_000
/** From one sign to the next, by the height of the taller one. */
const stepMax = 1.9
/** Lines of fewer characters do not show a page's orientation. */
const levelSignsMin = 8
/** The minimum number of characters that must agree on a page's orientation. */
const levelSignsSum = 40

/** The orientation of a page, from its lines. */
export type Orientation = {
  /** Characters in lines; few if the page is on its side, or has no text. */
  readonly signs: number
  /** By how many degrees, clockwise, its lines fall to the right. */
  readonly degrees: number
}

/** The orientation of a page: the median of its lines in degrees, 0 if there are too few. */
export function findOrientation(pixels: Pixels): Orientation {
  const lines = findLines(findGlyphs(findInk(pixels))).filter(
    (line) => line.length >= levelSignsMin,
  )
  const slopes = lines
    .flatMap((line) => {
      const [first, last] = [line[0], line.at(-1)]
      if (first === undefined || last === undefined) return []
      // Both ends by their feet: letters differ in how high they are.
      const angle = Math.atan2(last.bottom - first.bottom, last.left - first.left)
      return [{ degrees: (angle * 180) / Math.PI, signs: line.length }]
    })
    .toSorted((a, b) => a.degrees - b.degrees)
  const all = slopes.reduce((sum, { signs }) => sum + signs, 0)
  if (all < levelSignsSum) return { signs: all, degrees: 0 }
  let passed = 0
  for (const { degrees, signs } of slopes) {
    passed += signs
    if (passed * 2 >= all) return { signs: all, degrees }
  }
  return { signs: all, degrees: 0 }
}

/** Where a pixel is darker than the mean of those around it, by sums of rectangles. */
export function findInk({ data, width, height }: Pixels): Ink {
  const stride = width + 1
  const sums = new Uint32Array(stride * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += data[y * width + x] ?? 0
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] ?? 0) + row
    }
  }
  const mask = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - surroundingsPx), Math.min(height, y + surroundingsPx)]
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - surroundingsPx), Math.min(width, x + surroundingsPx)]
      const at = (row: number, column: number) => sums[row * stride + column] ?? 0
      const sum = at(bottom, right) - at(bottom, left) - at(top, right) + at(top, left)
      const mean = sum / ((bottom - top) * (right - left))
      if ((data[y * width + x] ?? 0) < mean - inkContrast) mask[y * width + x] = 1
    }
  }
  return { mask, width, height }
}

/** Bounding boxes of connected ink, of the size of letters. */
export function findGlyphs({ mask, width, height }: Ink): readonly Box[] {
  const seen = new Uint8Array(mask.length)
  const boxes: Box[] = []
  const stack: number[] = []
  for (let start = 0; start < mask.length && boxes.length < glyphsMax; start++) {
    if (mask[start] !== 1 || seen[start] === 1) continue
    let [left, right, top, bottom] = [width, 0, height, 0]
    seen[start] = 1
    stack.push(start)
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const x = at % width
      const y = (at - x) / width
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y + 1)
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const isInside = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height
          const next = at + dy * width + dx
          if (!isInside || mask[next] !== 1 || seen[next] === 1) continue
          seen[next] = 1
          stack.push(next)
        }
      }
    }
    const isLetter = bottom - top >= glyphHeightMin && bottom - top <= glyphHeightMax
    if (isLetter && right - left <= glyphWidthMax) boxes.push({ left, top, right, bottom })
  }
  return boxes
}

/** Chains of boxes, each near the one before and level with it. */
export function findLines(boxes: readonly Box[]): readonly (readonly Box[])[] {
  const lines: Box[][] = []
  for (const box of boxes.toSorted((a, b) => a.left - b.left)) {
    const before = lines
      .filter((line) => follows(line.at(-1), box))
      .toSorted((a, b) => distance(a.at(-1), box) - distance(b.at(-1), box))
    if (before[0] === undefined) lines.push([box])
    else before[0].push(box)
  }
  return lines
}

function follows(last: Box | undefined, box: Box): boolean {
  if (last === undefined) return false
  const heights = [last.bottom - last.top, box.bottom - box.top]
  const tallest = Math.max(...heights)
  const isAlike = Math.min(...heights) >= tallest * 0.4
  const rise = Math.abs(last.top + last.bottom - box.top - box.bottom) / 2
  return isAlike && rise < tallest * 0.4 && distance(last, box) < tallest * stepMax
}

function distance(last: Box | undefined, box: Box): number {
  return last === undefined ? Infinity : (box.left + box.right - last.left - last.right) / 2
}
