/** The font of documents: the product's own, regular and bold. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { deflateSync } from 'node:zlib'
import type { PdfFile } from './pdf-file.ts'
import { readTrueType, type TrueType } from './true-type.ts'
import { unknownLetter } from './writing/line.ts'

export type Weight = 'regular' | 'bold'

/** A font as one document uses it. */
export type Typeface = {
  readonly widthOf: (text: string, size: number) => number
  /** The text as the hexadecimal digits that a page shows it by. */
  readonly encoded: (text: string) => string
  /** Writes the font, with the letters that were used; returns the number of its object. */
  readonly write: (file: PdfFile) => number
}

type FontFile = TrueType & { readonly name: string; readonly deflated: Buffer }

const paths: Readonly<Record<Weight, string>> = {
  regular: '400Regular/PlusJakartaSans_400Regular.ttf',
  bold: '700Bold/PlusJakartaSans_700Bold.ttf',
}
/**
 * The width of a space, in thousandths of the font size: the font's own is made for headlines and too narrow
 * for tables.
 */
const spaceWidth = 260
/** The flags of a font descriptor: symbolic. */
const fontFlags = 4
const stemWidths: Readonly<Record<Weight, number>> = { regular: 80, bold: 140 }
/** Pairs per section of a character map. */
const pairsMax = 100

const loaded = new Map<Weight, FontFile>()

function fontFile(weight: Weight): FontFile {
  let found = loaded.get(weight)
  if (found === undefined) {
    const resolve = createRequire(import.meta.url).resolve
    const file = readFileSync(resolve(`@expo-google-fonts/plus-jakarta-sans/${paths[weight]}`))
    const name = `PlusJakartaSans-${weight === 'bold' ? 'Bold' : 'Regular'}`
    const read = readTrueType(file)
    const space = read.glyphs.get(32)
    // PDF readers use these widths instead of the font's.
    const widthOf = (glyph: number) => (glyph === space ? spaceWidth : read.widthOf(glyph))
    found = { ...read, widthOf, name, deflated: deflateSync(file) }
    loaded.set(weight, found)
  }
  return found
}

export function createTypeface(weight: Weight): Typeface {
  const font = fontFile(weight)
  /** The letter of each used glyph. */
  const used = new Map<number, number>()

  function glyphOf(letter: string): { readonly code: number; readonly glyph: number } {
    for (const tried of [letter, unknownLetter]) {
      const code = tried.codePointAt(0) ?? 0
      const glyph = font.glyphs.get(code)
      if (glyph !== undefined) return { code, glyph }
    }
    return { code: 0, glyph: 0 }
  }
  const lettersOf = (text: string) => Array.from(text, glyphOf)

  return {
    widthOf: (text, size) =>
      (lettersOf(text).reduce((sum, { glyph }) => sum + font.widthOf(glyph), 0) * size) / 1_000,
    encoded: (text) =>
      lettersOf(text)
        .map(({ code, glyph }) => {
          used.set(glyph, code)
          return hex(glyph)
        })
        .join(''),
    write: (file) => writeFont(file, font, used, stemWidths[weight]),
  }
}

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0')

/** Whether the product's font has a letter, which is one code point without marks. */
export function hasLetter(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0
  return String.fromCodePoint(code) === letter && fontFile('regular').glyphs.has(code)
}

function writeFont(
  file: PdfFile,
  font: FontFile,
  used: ReadonlyMap<number, number>,
  stem: number,
): number {
  const [fileId, descriptorId, descendantId] = [file.reserve(), file.reserve(), file.reserve()]
  const [mapId, id] = [file.reserve(), file.reserve()]
  const widths = [...used.keys()].map((glyph) => `${glyph} [${font.widthOf(glyph)}]`).join(' ')
  file.deflated(fileId, font.deflated, `/Length1 ${font.file.length}`)
  file.object(
    descriptorId,
    `<< /Type /FontDescriptor /FontName /${font.name} /Flags ${fontFlags} ` +
      `/FontBBox [${font.bounds.join(' ')}] /ItalicAngle 0 /Ascent ${font.ascent} ` +
      `/Descent ${font.descent} /CapHeight ${font.capHeight} /StemV ${stem} ` +
      `/FontFile2 ${fileId} 0 R >>`,
  )
  file.object(
    descendantId,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${font.name} /CIDToGIDMap /Identity ` +
      `/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ` +
      `/FontDescriptor ${descriptorId} 0 R /W [${widths}] >>`,
  )
  file.stream(mapId, Buffer.from(mapOfLetters(used)))
  file.object(
    id,
    `<< /Type /Font /Subtype /Type0 /BaseFont /${font.name} /Encoding /Identity-H ` +
      `/DescendantFonts [${descendantId} 0 R] /ToUnicode ${mapId} 0 R >>`,
  )
  return id
}

/** Maps each glyph to its letter, so that text can be copied and searched. */
function mapOfLetters(used: ReadonlyMap<number, number>): string {
  const pairs = [...used].map(([glyph, code]) => `<${hex(glyph)}> <${hex(code)}>`)
  const parts: string[] = []
  for (let from = 0; from < pairs.length; from += pairsMax) {
    const part = pairs.slice(from, from + pairsMax)
    parts.push(`${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`)
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <FFFF> endcodespacerange',
    ...parts,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}
