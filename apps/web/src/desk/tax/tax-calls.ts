/** The console's calls about taxes: a month, and all its lines as a file. */
import { routes } from '@tukar/wire'
import { type FileOutcome, saveAnswer } from '../../api/save-file.ts'
import { get, type CallResult } from '../desk-calls.ts'
import { type TaxMonth, toTaxMonth } from './tax-wire.ts'

export type Month = { readonly year: number; readonly month: number }

/** Loads the withheld taxes of a month. */
export function loadTaxMonth({ year, month }: Month): Promise<CallResult<TaxMonth>> {
  return get(routes.deskTax, { input: { year, month } }, toTaxMonth)
}

/** Loads the tax lines and passes them to the browser under a name; the export is recorded. */
export function saveTaxLines({ year, month }: Month, name: string): Promise<FileOutcome> {
  const query = { year: String(year), month: String(month) }
  return saveAnswer({ route: routes.deskTaxCsv, query }, name)
}
