/** The parts of a font file (TrueType) that a document needs: its letters, their widths, its metrics. */

/** Lengths are in thousandths of the font's size. */
export type TrueType = {
  readonly file: Buffer
  /** By code point. */
  readonly glyphs: ReadonlyMap<number, number>
  readonly widthOf: (glyph: number) => number
  /** Left, bottom, right, top of all letters together. */
  readonly bounds: readonly number[]
  readonly ascent: number
  readonly descent: number
  readonly capHeight: number
}

const noTable = 'The font file lacks the table '
const tableEntrySize = 16
const unicodeOfWindows = 0x0003_0001
const segmentFormat = 4
/** Offsets of figures in their tables. */
const at = {
  tableCount: 4,
  firstTable: 12,
  unitsPerEm: 18,
  bounds: 36,
  ascent: 4,
  descent: 6,
  metricCount: 34,
  capHeight: 88,
  mapCount: 2,
  firstMap: 4,
  segments: 6,
  firstSegment: 14,
} as const

/** Reads a font; throws for unsupported kinds. */
export function readTrueType(file: Buffer): TrueType {
  const tables = readTables(file)
  const table = (name: string): Buffer => {
    const found = tables.get(name)
    if (found === undefined) throw new Error(noTable + name)
    return found
  }
  const [heading, horizontal, metrics] = [table('head'), table('hhea'), table('hmtx')]
  const unitsPerEm = heading.readUInt16BE(at.unitsPerEm)
  const scaled = (units: number): number => Math.round((units * 1_000) / unitsPerEm)
  const last = horizontal.readUInt16BE(at.metricCount) - 1
  return {
    file,
    glyphs: readGlyphs(table('cmap')),
    widthOf: (glyph) => scaled(metrics.readUInt16BE(Math.min(glyph, last) * 4)),
    bounds: [0, 2, 4, 6].map((offset) => scaled(heading.readInt16BE(at.bounds + offset))),
    ascent: scaled(horizontal.readInt16BE(at.ascent)),
    descent: scaled(horizontal.readInt16BE(at.descent)),
    capHeight: scaled(table('OS/2').readInt16BE(at.capHeight)),
  }
}

function readTables(file: Buffer): ReadonlyMap<string, Buffer> {
  const tables = new Map<string, Buffer>()
  for (let index = 0; index < file.readUInt16BE(at.tableCount); index++) {
    const entry = at.firstTable + index * tableEntrySize
    const offset = file.readUInt32BE(entry + 8)
    const length = file.readUInt32BE(entry + 12)
    tables.set(file.toString('latin1', entry, entry + 4), file.subarray(offset, offset + length))
  }
  return tables
}

/** The map of code points to glyphs, from the one in segments that all such fonts have. */
function readGlyphs(cmap: Buffer): ReadonlyMap<number, number> {
  for (let index = 0; index < cmap.readUInt16BE(at.mapCount); index++) {
    const entry = at.firstMap + index * 8
    if (cmap.readUInt32BE(entry) !== unicodeOfWindows) continue
    const map = cmap.subarray(cmap.readUInt32BE(entry + 4))
    if (map.readUInt16BE(0) === segmentFormat) return glyphsInSegments(map)
  }
  throw new Error(`${noTable}cmap in segments`)
}

function glyphsInSegments(map: Buffer): ReadonlyMap<number, number> {
  const glyphs = new Map<number, number>()
  const size = map.readUInt16BE(at.segments)
  const ends = at.firstSegment
  const starts = ends + size + 2
  for (let segment = 0; segment < size; segment += 2) {
    const end = map.readUInt16BE(ends + segment)
    const start = map.readUInt16BE(starts + segment)
    const delta = map.readUInt16BE(starts + size + segment)
    const offsetAt = starts + 2 * size + segment
    const offset = map.readUInt16BE(offsetAt)
    for (let code = start; code <= end && code !== 0xffff; code++) {
      const found = offset === 0 ? code : map.readUInt16BE(offsetAt + offset + (code - start) * 2)
      const glyph = found === 0 ? 0 : (found + delta) & 0xffff
      if (glyph !== 0) glyphs.set(code, glyph)
    }
  }
  return glyphs
}
