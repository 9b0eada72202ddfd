/**
 * The market's figures in the document of the trading page, so that the first view needs no call. They are
 * from the time when the server sent the document, are shown as not live, and are replaced by the feed.
 */
import type { MarketRow } from '@tukar/wire'
import { isRecord, parseJson } from '../../api/json.ts'
import { decodeMeasures } from '../../feed/decode.ts'
import { type BookFrame, type FrameView, buildBookFrame } from '../../feed/frame.ts'
import type { Level } from '../../feed/levels.ts'

export type FirstFigures = {
  /** The market's row from `GET /markets/{id}`. */
  readonly row: MarketRow
  /** The first levels of both sides, best first. */
  readonly book: {
    readonly seq: number
    readonly bids: readonly Level[]
    readonly asks: readonly Level[]
    /** Whether there are no further levels. */
    readonly isWhole: boolean
  }
}

/** The id of the element with the figures. */
const elementId = 'first-figures'
/**
 * A browser may show a cached document again. Older figures are not shown, nor those on a device whose clock
 * differs by more than this.
 */
const freshMs = 30_000

/** Reads the figures from the text of the element; null if they are malformed or not current. */
export function readFirstFigures(text: string, nowMs: number): FirstFigures | null {
  const record = parseJson(text)
  if (!isRecord(record)) return null
  const ageMs = Math.abs(nowMs - Number(record['at_ms']))
  // The age may be NaN.
  if (!(ageMs <= freshMs)) return null
  const { market: row, book } = record
  if (!isRecord(row) || !isRecord(book)) return null
  const [bids, asks] = [readLevels(book['bids']), readLevels(book['asks'])]
  const seq = Number(book['seq'])
  if (bids === null || asks === null || !Number.isSafeInteger(seq)) return null
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes it as it answers `GET /markets/{id}`
  return { row: row as MarketRow, book: { seq, bids, asks, isWhole: book['is_whole'] === true } }
}

function readLevels(value: unknown): readonly Level[] | null {
  if (!Array.isArray(value)) return null
  const levels = value.map((pair: unknown): Level | null => {
    if (!Array.isArray(pair)) return null
    const [price, quantity] = pair.map(Number)
    const isWhole = Number.isSafeInteger(price) && Number.isSafeInteger(quantity)
    return isWhole && price !== undefined && quantity !== undefined ? { price, quantity } : null
  })
  return levels.every((level) => level !== null) ? levels : null
}

/** Builds the frame of these levels; null if a row needs levels that the document does not have. */
export function firstFrame({ row, book }: FirstFigures, view: FrameView): BookFrame | null {
  const measures = decodeMeasures(row)
  if (measures === null || (view.precision.step > measures.tick && !book.isWhole)) return null
  return buildBookFrame(book, view, measures)
}

/** The figures of this document for a market id; null for any other, and later on. */
export function firstFigures(marketId: string): FirstFigures | null {
  const figures = readFirstFigures(
    document.getElementById(elementId)?.textContent ?? '',
    Date.now(),
  )
  return figures !== null && String(figures.row.id) === marketId ? figures : null
}
