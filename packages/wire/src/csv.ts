/**
 * Lines of CSV as spreadsheets read them (RFC 4180): a cell that a spreadsheet could take for a formula
 * is text (ATT-33), and figures have the separator and the decimal sign of the reader's country.
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

/** What begins a formula, in the forms of all widths, and what spreadsheets skip before it. */
const formulaBegin = /^[\s\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u
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

function guarded(text: string, { separator }: CsvForm): string {
  const isFormula = formulaBegin.test(text)
  const plain = isFormula ? `'${text}` : text
  const isQuoted = isFormula || plain.includes(separator) || /["\r\n]/.test(plain)
  return isQuoted ? `"${plain.replaceAll('"', '""')}"` : plain
}
