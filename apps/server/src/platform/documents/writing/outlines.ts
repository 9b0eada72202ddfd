/**
 * Glyphs of other scripts in a document: a font whose letters are drawings (ISO 32000-1, type 3). The file
 * contains only the glyphs that are used.
 */
import type { PdfFile } from '../pdf-file.ts'
import type { OutlineFont } from './outline-fonts.ts'
import type { Run } from './line.ts'

export type Outlines = {
  /** In thousandths of the font size. */
  readonly widthOf: (run: OutlineRun) => number
  /** The operators that draw a run from a position on its baseline. */
  readonly shown: (run: OutlineRun, place: TableLocation, size: number) => string
  /** Writes the fonts; returns their names with the numbers of their objects, as resources have them. */
  readonly write: (file: PdfFile) => string
}

export type OutlineRun = Extract<Run, { readonly kind: 'outlines' }>
export type TableLocation = { readonly x: number; readonly y: number }

type Used = { readonly font: OutlineFont; readonly glyph: number; readonly advance: number }

/** Letters of such a font have one byte. */
const glyphsMax = 256
const thousandths = 1_000

export function createOutlines(): Outlines {
  const used: Used[] = []
  const places = new Map<string, number>()

  /** Where a used glyph is stored: the font, and the code in it. */
  function findTable(font: OutlineFont, glyph: number, advance: number): number {
    const key = `${font.name} ${glyph}`
    const known = places.get(key)
    if (known !== undefined) return known
    const place = used.push({ font, glyph, advance }) - 1
    places.set(key, place)
    return place
  }

  return {
    widthOf: ({ font, glyphs }) =>
      (glyphs.reduce((sum, { advance }) => sum + advance, 0) * thousandths) / font.unitsPerEm,
    shown({ font, glyphs }, { x, y }, size) {
      let at = 0
      const parts = glyphs.map(({ glyph, advance, dx, dy }) => {
        const place = findTable(font, glyph, advance)
        const scale = size / font.unitsPerEm
        const left = (x + (at + dx) * scale).toFixed(2)
        const feet = (y + dy * scale).toFixed(2)
        at += advance
        const letter = (place % glyphsMax).toString(16).toUpperCase().padStart(2, '0')
        const name = `outlines${Math.floor(place / glyphsMax)}`
        return `BT /${name} ${size} Tf 1 0 0 1 ${left} ${feet} Tm <${letter}> Tj ET`
      })
      return parts.join('\n')
    },
    write(file) {
      const names: string[] = []
      for (let from = 0; from < used.length; from += glyphsMax) {
        const id = writeFont(file, used.slice(from, from + glyphsMax))
        names.push(`/outlines${from / glyphsMax} ${id} 0 R`)
      }
      return names.join(' ')
    },
  }
}

function writeFont(file: PdfFile, used: readonly Used[]): number {
  const id = file.reserve()
  const glyphIds = used.map(({ font, glyph, advance }) => {
    const glyphId = file.reserve()
    const scale = thousandths / font.unitsPerEm
    const drawing = `${rounded(advance * scale)} 0 d0\n${toDrawing(font.outlineOf(glyph), scale)}`
    file.stream(glyphId, Buffer.from(drawing))
    return glyphId
  })
  const names = used.map((_, place) => `/g${place}`)
  const drawings = glyphIds.map((glyphId, place) => `/g${place} ${glyphId} 0 R`)
  const widths = used.map(({ font, advance }) => rounded((advance * thousandths) / font.unitsPerEm))
  file.object(
    id,
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [0.001 0 0 0.001 0 0] ` +
      `/FirstChar 0 /LastChar ${used.length - 1} /Widths [${widths.join(' ')}] /Resources << >> ` +
      `/Encoding << /Type /Encoding /Differences [0 ${names.join(' ')}] >> ` +
      `/CharProcs << ${drawings.join(' ')} >> >>`,
  )
  return id
}

/** The commands of a page for an outline: curves with one control point get two. */
function toDrawing(outline: string, scale: number): string {
  const commands: string[] = []
  let [x, y] = [0, 0]
  for (const [, kind = '', numbers = ''] of outline.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const values = numbers.split(/[ ,]+/).filter(Boolean).map(Number)
    const [a = 0, b = 0, c = 0, d = 0] = values
    const third = (from: number, to: number) => from + ((to - from) * 2) / 3
    const points =
      kind === 'Q' ? [third(x, a), third(y, b), third(c, a), third(d, b), c, d] : values
    const operator = { M: 'm', L: 'l', Q: 'c', C: 'c', Z: 'h' }[kind] ?? ''
    commands.push([...points.map((value) => rounded(value * scale)), operator].join(' '))
    if (kind !== 'Z') [x, y] = [points.at(-2) ?? x, points.at(-1) ?? y]
  }
  return [...commands, 'f'].join('\n')
}

const rounded = (value: number): string => String(Number(value.toFixed(1)))
