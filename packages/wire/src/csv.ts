/**
 * CSV lines for spreadsheets (RFC 4180). A cell that a spreadsheet could take for a formula becomes text
 * (ATT-33), also for a spreadsheet with another separator. Figures have the separator and decimal sign of the
 * reader's country.
 */

/** The separator and decimal sign in a country's spreadsheets. */
export type CsvForm = { readonly separator: ',' | ';'; readonly decimalSign: '.' | ',' }

/** By language: where the comma is the decimal sign, the separator is the semicolon. */
export const csvForms: Readonly<Record<'en' | 'id', CsvForm>> = {
  en: { separator: ',', decimalSign: '.' },
  id: { separator: ';', decimalSign: ',' },
}

/** A text, or a figure as a decimal text such as "0.015". */
export type CsvCell = string | { readonly figure: string }

/** The byte order mark by which spreadsheets detect UTF-8. */
export const csvMark = '\u{feff}'

/** Characters that start a formula, in all widths. */
const signs = '=+\\-@\uFF1D\uFF0B\uFF0D\uFF20'
/** The same, with the characters before it that spreadsheets skip. */
const formulaBegin = new RegExp(`^[\\s\\p{Cf}]*[${signs}]|^[\\t\\r\\n]`, 'u')
/**
 * The start of a formula in a cell, for a spreadsheet with another separator. Our quotes are ordinary
 * characters to it, because they do not start its cells: so a line break ends a row, and quotes are skipped.
 */
const splitBegins: Readonly<Record<CsvForm['separator'], RegExp>> = {
  ',': splitBegin(';'),
  ';': splitBegin(','),
}

function splitBegin(otherSeparator: string): RegExp {
  return new RegExp(`[${otherSeparator}\\t\\r\\n][\\s\\p{Cf}"]*(?=[${signs}])`, 'gu')
}

/** Characters that spreadsheets hide or replace: controls, direction marks, lone surrogates. */
const unseen = /(?![\t\r\n])[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const figureGrammar = /^\d+(?:\.\d+)?$/

/** One line with its line end. A malformed figure is written as text. */
export function csvLine(cells: readonly CsvCell[], form: CsvForm): string {
  return `${cells.map((cell) => cellText(cell, form)).join(form.separator)}\r\n`
}

function cellText(cell: CsvCell, form: CsvForm): string {
  if (typeof cell !== 'string') {
    const { figure } = cell
    const shown = figureGrammar.test(figure) ? figure.replace('.', form.decimalSign) : figure
    return figure === shown ? guarded(shown, form) : shown
  }
  return guarded(cell, form)
}

function guarded(raw: string, { separator }: CsvForm): string {
  const text = raw.replaceAll(unseen, '')
  const isFormula = formulaBegin.test(text)
  const inside = text.replaceAll(splitBegins[separator], "$&'")
  // "Rp 5.000,-": our separator follows at once, and no formula continues with it.
  const isHarmless = inside === text || inside === `${text.slice(0, -1)}'${text.slice(-1)}`
  const isQuoted = isFormula || !isHarmless || text.includes(separator) || /["\r\n]/.test(text)
  return isQuoted ? `"${isFormula ? "'" : ''}${inside.replaceAll('"', '""')}"` : text
}
