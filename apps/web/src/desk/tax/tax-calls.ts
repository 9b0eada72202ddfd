/** The console's calls of taxes: a month, and all its lines as a file. */
import { routes } from '@tukar/wire'
import { type FileOutcome, saveAnswer } from '../../api/save-file.ts'
import { get, type CallResult } from '../desk-calls.ts'
import { type TaxMonth, toTaxMonth } from './tax-wire.ts'

export type Month = { readonly year: number; readonly month: number }

/** What was withheld in a month. */
export function loadTaxMonth({ year, month }: Month): Promise<CallResult<TaxMonth>> {
  return get(routes.deskTax, { input: { year, month } }, toTaxMonth)
}

/** Loads the lines and hands them to the browser under a name; the record keeps that it was done. */
export function saveTaxLines({ year, month }: Month, name: string): Promise<FileOutcome> {
  const query = { year: String(year), month: String(month) }
  return saveAnswer({ route: routes.deskTaxCsv, query }, name)
}
