/** Pages filled from the top: text and rules at positions, a new page when one is full, a footer on each. */
import type { Language } from '@tukar/i18n/server'
import { createPdfFile, pdfText, pdfTime, type PdfFile } from './pdf-file.ts'
import { createTypeface, hasLetter, type Typeface, type Weight } from './typeface.ts'
import { plainText, splitRuns } from './writing/line.ts'
import { createOutlines, type Outlines, type TableLocation } from './writing/outlines.ts'

/** Lengths are in points, 72 to the inch. */
export type Style = { readonly weight: Weight; readonly size: number; readonly isSoft?: boolean }

export type PagesOptions = {
  readonly language: Language
  readonly title: string
  readonly author: string
  /** Milliseconds since 1970. */
  readonly createdMs: number
  readonly isWide: boolean
  /** The footer of each page, such as "Page 2 of 5". */
  readonly pageText: (page: number, pages: number) => string
}

export type Pages = {
  /** Between the margins. */
  readonly width: number
  /** Starts the next page if this one has less space than a height; returns whether it did. */
  readonly keep: (height: number) => boolean
  /** Moves down by a height, on the next page if this one has no space left. */
  readonly advance: (height: number) => void
  /**
   * Writes a text with its upper edge `below` the position before the last `advance`, at `x` from the margin.
   */
  readonly text: (x: number, below: number, text: string, style: Style) => void
  /** A thin horizontal rule at the current position. */
  readonly rule: (isStrong: boolean) => void
  readonly measureWidth: (text: string, style: Style) => number
  /** The bytes that are ready to be sent. */
  readonly take: () => Buffer
  /** Writes the footers and the end. */
  readonly end: () => void
}

const paper = { short: 595.28, long: 841.89 }
const margin = 40
const footerHeight = 24
const footerStyle: Style = { weight: 'regular', size: 7, isSoft: true }
/** The share of a line's height above the baseline. */
const rise = 0.95
const softGray = 0.42
const ruleGrays = { strong: 0.45, weak: 0.85 }

export function createPages(options: PagesOptions): Pages {
  const file = createPdfFile()
  const typefaces = { regular: createTypeface('regular'), bold: createTypeface('bold') }
  const letters: Letters = { typefaces, outlines: createOutlines() }
  const [paperWidth, paperHeight] = options.isWide
    ? [paper.long, paper.short]
    : [paper.short, paper.long]
  const contentIds: number[] = []
  let page: string[] = []
  let from = paperHeight - margin
  let y = from

  function finishPage(): void {
    const id = file.reserve()
    file.stream(id, Buffer.from(page.join('\n')))
    contentIds.push(id)
    page = []
  }

  function keep(height: number): boolean {
    const isNew = y - height < margin + footerHeight && y < paperHeight - margin
    if (isNew) {
      finishPage()
      y = paperHeight - margin
    }
    return isNew
  }

  return {
    width: paperWidth - 2 * margin,
    keep,
    advance(height) {
      keep(height)
      from = y
      y -= height
    },
    text(x, below, text, style) {
      page.push(shown(letters, { x: margin + x, y: from - below - style.size * rise }, text, style))
    },
    rule(isStrong) {
      const level = y.toFixed(2)
      const gray = isStrong ? ruleGrays.strong : ruleGrays.weak
      page.push(`${gray} G 0.5 w ${margin} ${level} m ${paperWidth - margin} ${level} l S`)
    },
    measureWidth: (text, style) => measureWidth(letters, text, style),
    take: file.take,
    end() {
      finishPage()
      const footers = contentIds.map((_, index) => {
        const text = options.pageText(index + 1, contentIds.length)
        const width = measureWidth(letters, text, footerStyle)
        return [
          shown(letters, { x: margin, y: margin }, options.title, footerStyle),
          shown(letters, { x: paperWidth - margin - width, y: margin }, text, footerStyle),
        ].join('\n')
      })
      writeEnd(file, { options, letters, contentIds, footers, paperWidth, paperHeight })
    },
  }
}

type Typefaces = Readonly<Record<Weight, Typeface>>
type Letters = { readonly typefaces: Typefaces; readonly outlines: Outlines }

const thousandths = 1_000

function measureWidth(
  { typefaces, outlines }: Letters,
  text: string,
  { weight, size }: Style,
): number {
  return splitRuns(plainText(text), hasLetter).reduce((sum, run) => {
    if (run.kind === 'letters') return sum + typefaces[weight].widthOf(run.text, size)
    return sum + (outlines.widthOf(run) * size) / thousandths
  }, 0)
}

function shown(letters: Letters, place: TableLocation, text: string, style: Style): string {
  const { typefaces, outlines } = letters
  const { weight, size, isSoft } = style
  const gray = isSoft === true ? softGray : 0
  let { x } = place
  const plain = plainText(text)
  const runs = splitRuns(plain, hasLetter)
  const parts = runs.map((run) => {
    const from = { x, y: place.y }
    if (run.kind === 'outlines') {
      x += (outlines.widthOf(run) * size) / thousandths
      return outlines.shown(run, from, size)
    }
    x += typefaces[weight].widthOf(run.text, size)
    const at = `${from.x.toFixed(2)} ${from.y.toFixed(2)}`
    return `BT /${weight} ${size} Tf ${at} Td <${typefaces[weight].encoded(run.text)}> Tj ET`
  })
  const commands = `${gray} g ${parts.join('\n')}`
  if (runs.every(({ kind }) => kind === 'letters')) return commands
  // Outlines contain no letters: this text is used for searching and copying.
  return `/Span << /ActualText ${pdfText(plain)} >> BDC\n${commands}\nEMC`
}

type Ending = {
  readonly options: PagesOptions
  readonly letters: Letters
  readonly contentIds: readonly number[]
  readonly footers: readonly string[]
  readonly paperWidth: number
  readonly paperHeight: number
}

function writeEnd(file: PdfFile, ending: Ending): void {
  const { options, contentIds, footers, paperWidth, paperHeight } = ending
  const { typefaces, outlines } = ending.letters
  const [catalogId, treeId, informationId] = [file.reserve(), file.reserve(), file.reserve()]
  const resources = `/Font << /regular ${typefaces.regular.write(file)} 0 R /bold ${typefaces.bold.write(file)} 0 R ${outlines.write(file)} >>`
  const pageIds = contentIds.map((contentId, index) => {
    const [footerId, pageId] = [file.reserve(), file.reserve()]
    file.stream(footerId, Buffer.from(footers[index] ?? ''))
    file.object(
      pageId,
      `<< /Type /Page /Parent ${treeId} 0 R /MediaBox [0 0 ${paperWidth} ${paperHeight}] ` +
        `/Resources << ${resources} >> /Contents [${contentId} 0 R ${footerId} 0 R] >>`,
    )
    return `${pageId} 0 R`
  })
  file.object(treeId, `<< /Type /Pages /Kids [${pageIds.join(' ')}] /Count ${pageIds.length} >>`)
  file.object(
    catalogId,
    `<< /Type /Catalog /Pages ${treeId} 0 R /Lang (${options.language}) ` +
      `/ViewerPreferences << /DisplayDocTitle true >> >>`,
  )
  file.object(
    informationId,
    `<< /Title ${pdfText(options.title)} /Author ${pdfText(options.author)} ` +
      `/CreationDate ${pdfTime(options.createdMs)} >>`,
  )
  file.end(catalogId, informationId)
}
