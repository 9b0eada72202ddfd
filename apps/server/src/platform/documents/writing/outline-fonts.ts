/**
 * Fonts for the scripts that the product's own font lacks. HarfBuzz shapes their text; documents show the
 * outlines of the glyphs. A font is loaded on first use.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Blob, Buffer as ShapedText, Direction, Face, Font, shape } from 'harfbuzzjs'

export type OutlineFont = {
  readonly name: string
  /** The scale of glyph lengths. */
  readonly unitsPerEm: number
  readonly has: (codePoint: number) => boolean
  /** Glyphs of a run of one direction, from left to right. */
  readonly shaped: (text: string, isRightToLeft: boolean) => readonly ShapedGlyph[]
  /** The outline as commands of SVG: absolute M, L, Q, C and Z. */
  readonly outlineOf: (glyph: number) => string
}

export type ShapedGlyph = {
  readonly glyph: number
  readonly advance: number
  readonly dx: number
  readonly dy: number
}

export type Source = {
  readonly name: string
  readonly package: string
  /** From the folder of the package's entry. */
  readonly file: string
  readonly scripts: RegExp
}

/**
 * The first font whose scripts contain a letter is used, so that the large one is loaded for Chinese only.
 */
const sources: readonly Source[] = [
  {
    name: 'arabic',
    package: '@expo-google-fonts/noto-sans-arabic',
    file: '400Regular/NotoSansArabic_400Regular.ttf',
    scripts: /[\p{Script_Extensions=Arabic}\u200c\u200d]/u,
  },
  {
    name: 'hebrew',
    package: '@embedpdf/fonts-hebrew',
    file: '../fonts/NotoSansHebrew-Regular.ttf',
    scripts: /\p{Script_Extensions=Hebrew}/u,
  },
  {
    name: 'thai',
    package: '@expo-google-fonts/noto-sans-thai',
    file: '400Regular/NotoSansThai_400Regular.ttf',
    scripts: /\p{Script_Extensions=Thai}/u,
  },
  {
    name: 'javanese',
    package: '@expo-google-fonts/noto-sans-javanese',
    file: '400Regular/NotoSansJavanese_400Regular.ttf',
    scripts: /\p{Script_Extensions=Javanese}/u,
  },
  {
    name: 'korean',
    package: '@expo-google-fonts/nanum-gothic',
    file: '400Regular/NanumGothic_400Regular.ttf',
    scripts: /\p{Script=Hangul}/u,
  },
  {
    name: 'han',
    package: '@embedpdf/fonts-sc',
    file: '../fonts/NotoSansHans-Regular.otf',
    scripts:
      /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Bopomofo}\uff00-\uffef]/u,
  },
  // Latin of all languages, Greek, Cyrillic, Devanagari; and marks.
  {
    name: 'general',
    package: '@embedpdf/fonts-latin',
    file: '../fonts/NotoSans-Regular.ttf',
    scripts:
      /[\p{Script_Extensions=Latin}\p{Script_Extensions=Greek}\p{Script_Extensions=Cyrillic}\p{Script_Extensions=Devanagari}\p{Script=Common}\p{Script=Inherited}]/u,
  },
]

const resolve = createRequire(import.meta.url).resolve

/**
 * Creates a function that finds the font with every letter of a text (one letter with its marks); null if no
 * font has them. A font whose file cannot be read has no letters: forms refuse its names, and documents show
 * that letters are missing.
 */
export function fontFinder(from: readonly Source[]): (text: string) => OutlineFont | null {
  const opened = new Map<string, OutlineFont | null>()
  const fontOf = (source: Source): OutlineFont | null => {
    const known = opened.get(source.name)
    if (known !== undefined) return known
    const font = openedFont(source)
    opened.set(source.name, font)
    return font
  }
  return (text) => {
    const codePoints = Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
    for (const source of from) {
      if (!source.scripts.test(text)) continue
      const font = fontOf(source)
      if (font !== null && codePoints.every(font.has)) return font
    }
    return null
  }
}

/** Finds it among the fonts that are installed. */
export const findOutlineFont = fontFinder(sources)

function readFile({ package: entry, file }: Source): Buffer | null {
  try {
    return readFileSync(path.join(path.dirname(resolve(entry)), file))
  } catch {
    return null
  }
}

function openedFont(source: Source): OutlineFont | null {
  const content = readFile(source)
  if (content === null) return null
  const { name } = source
  const face = new Face(new Blob(content))
  const font = new Font(face)
  const codePoints = new Set(face.collectUnicodes())
  const made: OutlineFont = {
    name,
    unitsPerEm: face.upem,
    // HarfBuzz handles joiners in any font, and shows nothing for them.
    has: (codePoint) => codePoints.has(codePoint) || codePoint === 0x200c || codePoint === 0x200d,
    shaped: (text, isRightToLeft) => shapedBy(font, text, isRightToLeft),
    outlineOf: (glyph) => font.glyphToPath(glyph),
  }
  return made
}

/** Shared: each instance has its own memory, which only the garbage collector frees. */
const shapedText = new ShapedText()

function shapedBy(font: Font, text: string, isRightToLeft: boolean): readonly ShapedGlyph[] {
  const buffer = shapedText
  buffer.reset()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR)
  shape(font, buffer)
  const positions = buffer.getGlyphPositions()
  return buffer.getGlyphInfos().map(({ codepoint: glyph }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    return { glyph, advance: xAdvance, dx: xOffset, dy: yOffset }
  })
}
