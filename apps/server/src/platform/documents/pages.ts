/** Pages that fill from above: text and lines at places, a new page where room ends, a footer on each. */
import type { Language } from '@tukar/i18n/server'
import { createPdfFile, pdfText, pdfTime, type PdfFile } from './pdf-file.ts'
import { createTypeface, plainText, type Typeface, type Weight } from './typeface.ts'

/** Lengths are in points, 72 to the inch. */
export type Style = { readonly weight: Weight; readonly size: number; readonly isSoft?: boolean }

export type PagesOptions = {
  readonly language: Language
  readonly title: string
  readonly author: string
  /** Milliseconds since 1970. */
  readonly createdMs: number
  readonly isWide: boolean
  /** What stands at the foot of each page, such as "Page 2 of 5". */
  readonly pageText: (page: number, pages: number) => string
}

export type Pages = {
  /** Between the margins. */
  readonly width: number
  /** Begins the next page if this one has no room for a height; tells whether it did. */
  readonly keep: (height: number) => boolean
  /** Goes down by a height, from the top of the next page if this one has no more room. */
  readonly advance: (height: number) => void
  /** Where `advance` went from: writes a text with its line's upper edge `below` there, `x` from the margin. */
  readonly text: (x: number, below: number, text: string, style: Style) => void
  /** A thin line across, where `advance` went to. */
  readonly rule: (isStrong: boolean) => void
  readonly widthOf: (text: string, style: Style) => number
  /** What is ready to be sent. */
  readonly take: () => Buffer
  /** Writes the footers and the end. */
  readonly end: () => void
}

const paper = { short: 595.28, long: 841.89 }
const margin = 40
const footerHeight = 24
const footerStyle: Style = { weight: 'regular', size: 7, isSoft: true }
/** Part of a line's height above its letters' feet. */
const rise = 0.95
const softGray = 0.42
const ruleGrays = { strong: 0.45, weak: 0.85 }

export function createPages(options: PagesOptions): Pages {
  const file = createPdfFile()
  const typefaces = { regular: createTypeface('regular'), bold: createTypeface('bold') }
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
      page.push(
        shown(typefaces, { x: margin + x, y: from - below - style.size * rise }, text, style),
      )
    },
    rule(isStrong) {
      const level = y.toFixed(2)
      const gray = isStrong ? ruleGrays.strong : ruleGrays.weak
      page.push(`${gray} G 0.5 w ${margin} ${level} m ${paperWidth - margin} ${level} l S`)
    },
    widthOf: (text, { weight, size }) => typefaces[weight].widthOf(plainText(text), size),
    take: file.take,
    end() {
      finishPage()
      const footers = contentIds.map((_, index) => {
        const text = options.pageText(index + 1, contentIds.length)
        const width = typefaces.regular.widthOf(plainText(text), footerStyle.size)
        return [
          shown(typefaces, { x: margin, y: margin }, options.title, footerStyle),
          shown(typefaces, { x: paperWidth - margin - width, y: margin }, text, footerStyle),
        ].join('\n')
      })
      writeEnd(file, { options, typefaces, contentIds, footers, paperWidth, paperHeight })
    },
  }
}

type Place = { readonly x: number; readonly y: number }
type Typefaces = Readonly<Record<Weight, Typeface>>

function shown(typefaces: Typefaces, place: Place, text: string, style: Style): string {
  const { weight, size, isSoft } = style
  const gray = isSoft === true ? softGray : 0
  const at = `${place.x.toFixed(2)} ${place.y.toFixed(2)}`
  const encoded = typefaces[weight].encoded(plainText(text))
  return `${gray} g BT /${weight} ${size} Tf ${at} Td <${encoded}> Tj ET`
}

type Ending = {
  readonly options: PagesOptions
  readonly typefaces: Typefaces
  readonly contentIds: readonly number[]
  readonly footers: readonly string[]
  readonly paperWidth: number
  readonly paperHeight: number
}

function writeEnd(file: PdfFile, ending: Ending): void {
  const { options, typefaces, contentIds, footers, paperWidth, paperHeight } = ending
  const [catalogId, treeId, informationId] = [file.reserve(), file.reserve(), file.reserve()]
  const resources = `/Font << /regular ${typefaces.regular.write(file)} 0 R /bold ${typefaces.bold.write(file)} 0 R >>`
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
