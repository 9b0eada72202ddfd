/** Documents for people's files (PDF): a title, its subject, tables of any length, a footer on each page. */
import { documentTexts, fillPlaceholders, type Language } from '@tukar/i18n/server'
import { jakartaTimeText } from '../text/dates.ts'
import { createPages, type Pages, type Style } from './pages.ts'
import { hasLetter } from './typeface.ts'
import { letterWithoutFont } from './writing/line.ts'
import { wrapped } from './writing/wrapping.ts'

export type DocumentColumn = {
  readonly label: string
  /** The share of the width, relative to the other columns. */
  readonly share: number
  /** Figures are aligned to the right. */
  readonly isFigure?: boolean
}

/** A row of a table: one text per column. */
export type DocumentRow = readonly string[]

export type DocumentTable = {
  readonly heading: string
  /** A sentence under the heading. */
  readonly note?: string
  readonly columns: readonly DocumentColumn[]
  /** Read one by one while pages are sent, so their number is unlimited. */
  readonly rows: Iterable<DocumentRow> | AsyncIterable<DocumentRow>
  /** Emphasized rows at the end, computed after all rows were written. */
  readonly sums?: () => readonly DocumentRow[]
  /** Shown if there are no rows. */
  readonly emptyText: string
}

/** Facts about one thing: its name, then label and value of each. */
export type FactGroup = {
  readonly heading: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
}

export type TableDocument = {
  readonly language: Language
  readonly title: string
  /** The period or scope, such as a month. */
  readonly subtitle: string
  /** The issuer. */
  readonly author: string
  /** Milliseconds since 1970. */
  readonly createdMs: number
  /** Lying on its long side, for many columns. */
  readonly isWide?: boolean
  readonly groups: readonly FactGroup[]
  readonly tables: readonly DocumentTable[]
  /** Sentences at the end. */
  readonly notes: readonly string[]
}

const styles = {
  title: { weight: 'bold', size: 16 },
  subtitle: { weight: 'regular', size: 10, isSoft: true },
  heading: { weight: 'bold', size: 10.5 },
  label: { weight: 'regular', size: 8.5, isSoft: true },
  value: { weight: 'regular', size: 8.5 },
  columns: { weight: 'bold', size: 7.5 },
  cell: { weight: 'regular', size: 7.5 },
  sum: { weight: 'bold', size: 7.5 },
  note: { weight: 'regular', size: 8, isSoft: true },
} as const satisfies Readonly<Record<string, Style>>

/** Line height, as a multiple of the font size. */
const lineFactor = 1.35
const cellPadding = 3
const columnGap = 8
const groupGap = 14
const labelShare = 0.24
/** A heading stays on the page with at least this height of what follows. */
const keptHeight = 70

/**
 * The document's bytes, page by page. An error while reading rows ends the output without a trailer, so that
 * a partial file is not mistaken for a complete one.
 */
export async function* writeDocument(document: TableDocument): AsyncGenerator<Buffer> {
  const texts = documentTexts[document.language]
  const pages = createPages({
    ...document,
    isWide: document.isWide ?? false,
    pageText: (page, all) =>
      fillPlaceholders(texts.page, { page: String(page), pages: String(all) }),
  })
  block(pages, document.title, styles.title)
  block(pages, document.subtitle, styles.subtitle)
  const time = jakartaTimeText(document.createdMs)
  block(pages, fillPlaceholders(texts.created, { time }), styles.subtitle)
  for (const group of document.groups) writeGroup(pages, group)
  for (const table of document.tables) yield* writeTable(pages, table)
  pages.advance(groupGap)
  for (const note of document.notes) block(pages, note, styles.note)
  pages.end()
  yield pages.take()
}

/** Returns the first letter of a text that no document can show; null where all can be shown. */
export function letterWithoutDocument(text: string): string | null {
  return letterWithoutFont(text, hasLetter)
}

const lineHeight = ({ size }: Style): number => size * lineFactor

/** A text across the page, wrapped. */
function block(pages: Pages, text: string, style: Style): void {
  for (const line of linesWithin(pages, text, pages.width, style)) {
    pages.advance(lineHeight(style))
    pages.text(0, 0, line, style)
  }
}

function writeHeading(pages: Pages, heading: string): void {
  const height = lineHeight(styles.heading)
  pages.advance(groupGap)
  pages.keep(height + keptHeight)
  pages.advance(height + cellPadding)
  pages.text(0, 0, heading, styles.heading)
}

function writeGroup(pages: Pages, { heading, facts }: FactGroup): void {
  writeHeading(pages, heading)
  const valueAt = pages.width * labelShare
  for (const { label, value } of facts) {
    const labels = linesWithin(pages, label, valueAt - columnGap, styles.label)
    const values = linesWithin(pages, value, pages.width - valueAt, styles.value)
    const height = lineHeight(styles.value)
    pages.advance(Math.max(labels.length, values.length) * height)
    for (const [index, line] of labels.entries()) pages.text(0, index * height, line, styles.label)
    for (const [index, line] of values.entries()) {
      pages.text(valueAt, index * height, line, styles.value)
    }
  }
}

/** The position and width of a column. */
type CellBox = { readonly x: number; readonly width: number; readonly isFigure: boolean }

async function* writeTable(pages: Pages, table: DocumentTable): AsyncGenerator<Buffer> {
  const rooms = layOutColumns(pages.width, table.columns)
  const labels = table.columns.map(({ label }) => label)
  const writeHead = () => {
    writeRow(pages, rooms, labels, styles.columns)
    pages.rule(true)
  }
  const write = (row: DocumentRow, style: Style) => {
    if (pages.keep(rowHeight(pages, rooms, row, style))) writeHead()
    writeRow(pages, rooms, row, style)
  }
  writeHeading(pages, table.heading)
  if (table.note !== undefined) block(pages, table.note, styles.note)
  writeHead()
  let count = 0
  for await (const row of table.rows) {
    write(row, styles.cell)
    pages.rule(false)
    count += 1
    const ready = pages.take()
    if (ready.length > 0) yield ready
  }
  if (count === 0) block(pages, table.emptyText, styles.note)
  for (const row of table.sums?.() ?? []) write(row, styles.sum)
}

function layOutColumns(width: number, columns: readonly DocumentColumn[]): readonly CellBox[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const free = width - columnGap * (columns.length - 1)
  let x = 0
  return columns.map(({ share, isFigure = false }) => {
    const room = { x, width: (free * share) / shares, isFigure }
    x += room.width + columnGap
    return room
  })
}

function layOutLines(
  pages: Pages,
  rooms: readonly CellBox[],
  row: DocumentRow,
  style: Style,
): readonly (readonly string[])[] {
  return rooms.map(({ width }, index) => linesWithin(pages, row[index] ?? '', width, style))
}

function rowHeight(
  pages: Pages,
  rooms: readonly CellBox[],
  row: DocumentRow,
  style: Style,
): number {
  const counts = layOutLines(pages, rooms, row, style).map(({ length }) => length)
  return Math.max(1, ...counts) * lineHeight(style) + 2 * cellPadding
}

function writeRow(pages: Pages, rooms: readonly CellBox[], row: DocumentRow, style: Style): void {
  pages.advance(rowHeight(pages, rooms, row, style))
  for (const [index, lines] of layOutLines(pages, rooms, row, style).entries()) {
    const room = rooms[index]
    if (room === undefined) continue
    for (const [lineIndex, line] of lines.entries()) {
      const rest = room.isFigure ? room.width - pages.measureWidth(line, style) : 0
      pages.text(room.x + rest, cellPadding + lineIndex * lineHeight(style), line, style)
    }
  }
}

function linesWithin(pages: Pages, text: string, width: number, style: Style): readonly string[] {
  return wrapped(text, (line) => pages.measureWidth(line, style) <= width)
}
