/**
 * The document of the trading page: the app's own, which names the page's files, and has the figures of the
 * moment as data. So the first view needs the document and its files, and no call after them (ADR 0052).
 */

/** Where the build notes what the trading page needs at first (`apps/web/build/preload-pages.ts`). */
const note = /<!--trading-files:(.*?)-->/s

/** Makes the document; figures that are null are left out. */
export type TradingDocument = (figures: object | null) => string

/** Takes the note out of the app's document: other pages do not need these files. */
export function plainDocument(page: string): string {
  return page.replace(note, '')
}

/** Returns what makes the trading page's document of the app's. */
export function createTradingDocument(page: string): TradingDocument {
  const found = note.exec(page)
  if (found === null) return () => page
  const [whole, files = ''] = found
  const before = page.slice(0, found.index) + files
  const after = page.slice(found.index + whole.length)
  return (figures) => before + (figures === null ? '' : dataOf(figures)) + after
}

/** Data, which no policy forbids; a text in it cannot end its element. */
function dataOf(figures: object): string {
  const json = JSON.stringify(figures).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="first-figures">${json}</script>`
}
