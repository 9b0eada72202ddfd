/**
 * Lines of CSV as spreadsheets read them (RFC 4180): a cell that a spreadsheet could take for a formula
 * is text (ATT-33), also to one that parts cells by another separator than the file's; figures have the
 * separator and the decimal sign of the reader's country.
 */

/** How a country's spreadsheets part cells and write fractions. */
export type CsvForm = { readonly separator: ',' | ';'; readonly decimalSign: '.' | ',' }

/** Of each language: where the comma is the decimal sign, the semicolon parts cells. */
export const csvForms: Readonly<Record<'en' | 'id', CsvForm>> = {
  en: { separator: ',', decimalSign: '.' },
  id: { separator: ';', decimalSign: ',' },
}

/** A text, or a figure as a decimal text such as "0.015". */
export type CsvCell = string | { readonly figure: string }

/** The mark by which spreadsheets know UTF-8. */
export const csvMark = '\u{feff}'

/** What begins a formula, in the forms of all widths. */
const signs = '=+\\-@\uFF1D\uFF0B\uFF0D\uFF20'
/** The same with what spreadsheets skip before it. */
const formulaBegin = new RegExp(`^[\\s\\p{Cf}]*[${signs}]|^[\\t\\r\\n]`, 'u')
/**
 * Where a cell begins with a formula to a spreadsheet that parts cells by another separator. It does not see
 * our quotes either, for they begin no cell of its own: so lines end there, and quotes are skipped.
 */
const splitBegins: Readonly<Record<CsvForm['separator'], RegExp>> = {
  ',': splitBegin(';'),
  ';': splitBegin(','),
}

function splitBegin(otherSeparator: string): RegExp {
  return new RegExp(`[${otherSeparator}\\t\\r\\n][\\s\\p{Cf}"]*(?=[${signs}])`, 'gu')
}

/** What a spreadsheet does not show, or shows another text by: controls, marks of direction, halves of letters. */
const unseen = /(?![\t\r\n])[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const figureGrammar = /^\d+(?:\.\d+)?$/

/** One line with its end. A figure that is none is written as text. */
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
  // "Rp 5.000,-": without a quote our separator comes next, and no formula goes on with that.
  const isHarmless = inside === text || inside === `${text.slice(0, -1)}'${text.slice(-1)}`
  const isQuoted = isFormula || !isHarmless || text.includes(separator) || /["\r\n]/.test(text)
  return isQuoted ? `"${isFormula ? "'" : ''}${inside.replaceAll('"', '""')}"` : text
}
