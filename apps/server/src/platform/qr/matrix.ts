/**
 * QR codes (ISO/IEC 18004) at correction level M, versions 1 to 20: made here, so that the seed of an
 * authenticator never leaves the server but to its owner (DEC-34).
 */
import { codewordsOf } from './codewords.ts'
import { penaltyOf } from './penalty.ts'

/** Rows of modules; true is dark. */
export type Matrix = readonly (readonly boolean[])[]

type Canvas = {
  readonly size: number
  readonly dark: boolean[][]
  /** Modules that belong to patterns: no data goes there. */
  readonly isPattern: boolean[][]
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** The QR code of a text; throws `RangeError` beyond 666 bytes. */
export function qrMatrix(text: string): Matrix {
  const { version, bytes } = codewordsOf(text)
  const size = version * 4 + 17
  const empty = () => Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const canvas = { size, dark: empty(), isPattern: empty() }
  drawPatterns(canvas, version)
  drawData(canvas, bytes)
  let best: { readonly dark: Matrix; readonly penalty: number } | null = null
  for (const [mask, isFlipped] of masks.entries()) {
    const masked = maskedBy(canvas, isFlipped)
    drawFormat(masked, mask)
    const penalty = penaltyOf(masked.dark)
    if (best === null || penalty < best.penalty) best = { dark: masked.dark, penalty }
  }
  return best?.dark ?? canvas.dark
}

function set({ dark, isPattern }: Canvas, x: number, y: number, isDark: boolean): void {
  const [row, marks] = [dark[y], isPattern[y]]
  if (row === undefined || marks === undefined || x < 0 || x >= row.length) return
  row[x] = isDark
  marks[x] = true
}

function drawPatterns(canvas: Canvas, version: number): void {
  const { size } = canvas
  for (let at = 0; at < size; at++) {
    set(canvas, 6, at, at % 2 === 0)
    set(canvas, at, 6, at % 2 === 0)
  }
  const corners = [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const
  for (const [x, y] of corners) drawSquares(canvas, x, y, 4, (ring) => ring !== 2 && ring !== 4)
  const places = alignmentOf(version, size)
  const last = places.length - 1
  for (const [i, x] of places.entries()) {
    for (const [j, y] of places.entries()) {
      const isCorner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)
      if (!isCorner) drawSquares(canvas, x, y, 2, (ring) => ring !== 1)
    }
  }
  drawFormat(canvas, 0)
  drawVersion(canvas, version)
}

/** Squares around a center, ring by ring. */
function drawSquares(
  canvas: Canvas,
  x: number,
  y: number,
  rings: number,
  isDark: (ring: number) => boolean,
): void {
  for (let dy = -rings; dy <= rings; dy++) {
    for (let dx = -rings; dx <= rings; dx++) {
      set(canvas, x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
    }
  }
}

function alignmentOf(version: number, size: number): readonly number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  const rest = Array.from({ length: count - 1 }, (_, at) => size - 7 - at * step)
  return [6, ...rest.reverse()]
}

/** The remainder that guards a word of format or version. */
function guardOf(word: number, bits: number, generator: number): number {
  let remainder = word
  for (let step = 0; step < bits; step++) {
    remainder = (remainder << 1) ^ ((remainder >>> (bits - 1)) * generator)
  }
  return remainder
}

/** Level M (whose bits are 00) and the mask, twice. */
function drawFormat(canvas: Canvas, mask: number): void {
  const { size } = canvas
  const bits = ((mask << 10) | guardOf(mask, 10, 0x537)) ^ 0x5412
  const isDark = (bit: number): boolean => ((bits >>> bit) & 1) === 1
  for (let bit = 0; bit <= 5; bit++) set(canvas, 8, bit, isDark(bit))
  set(canvas, 8, 7, isDark(6))
  set(canvas, 8, 8, isDark(7))
  set(canvas, 7, 8, isDark(8))
  for (let bit = 9; bit < 15; bit++) set(canvas, 14 - bit, 8, isDark(bit))
  for (let bit = 0; bit < 8; bit++) set(canvas, size - 1 - bit, 8, isDark(bit))
  for (let bit = 8; bit < 15; bit++) set(canvas, 8, size - 15 + bit, isDark(bit))
  set(canvas, 8, size - 8, true)
}

function drawVersion(canvas: Canvas, version: number): void {
  if (version < 7) return
  const bits = (version << 12) | guardOf(version, 12, 0x1f25)
  for (let bit = 0; bit < 18; bit++) {
    const isDark = ((bits >>> bit) & 1) === 1
    const [long, short] = [canvas.size - 11 + (bit % 3), Math.floor(bit / 3)]
    set(canvas, long, short, isDark)
    set(canvas, short, long, isDark)
  }
}

/** Fills pairs of columns from the right, up and down in turn, around the patterns. */
function drawData({ size, dark, isPattern }: Canvas, bytes: readonly number[]): void {
  let bit = 0
  for (let pair = size - 1; pair >= 1; pair -= 2) {
    const right = pair <= 6 ? pair - 1 : pair
    const isUpward = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        const row = dark[y]
        if (row === undefined || isPattern[y]?.[x] === true) continue
        row[x] = (((bytes[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1
        bit += 1
      }
    }
  }
}

function maskedBy(
  { size, dark, isPattern }: Canvas,
  isFlipped: (x: number, y: number) => boolean,
): Canvas {
  const masked = dark.map((row, y) =>
    row.map((isDark, x) => (isPattern[y]?.[x] === true ? isDark : isDark !== isFlipped(x, y))),
  )
  return { size, dark: masked, isPattern: isPattern.map((row) => [...row]) }
}
