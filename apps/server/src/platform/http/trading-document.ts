/**
 * The document of the trading page: the app's document with the page's files and the current figures as data.
 * So the first view needs the document and its files, but no further call (ADR 0052).
 */

/** The build's note of the files that the trading page needs first (`apps/web/build/preload-pages.ts`). */
const note = /<!--trading-files:(.*?)-->/s

/** Creates the document; figures that are null are omitted. */
export type TradingDocument = (figures: object | null) => string

/** Removes the note from the app's document, because other pages do not need these files. */
export function plainDocument(page: string): string {
  return page.replace(note, '')
}

/** Creates a function that turns the app's document into the trading page's. */
export function createTradingDocument(page: string): TradingDocument {
  const found = note.exec(page)
  if (found === null) return () => page
  const [whole, files = ''] = found
  const before = page.slice(0, found.index) + files
  const after = page.slice(found.index + whole.length)
  return (figures) => before + (figures === null ? '' : dataOf(figures)) + after
}

/** The figures as data, which no policy forbids; a text in them cannot close the element. */
function dataOf(figures: object): string {
  const json = JSON.stringify(figures).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="first-figures">${json}</script>`
}
