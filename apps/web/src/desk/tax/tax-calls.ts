/** The console's calls of taxes: a month, and all its lines as a file. */
import { type FileOutcome, saveAnswer } from '../../api/save-file.ts'
import { get, type Told, told } from '../desk-calls.ts'
import { readTaxMonth, type TaxMonth } from './tax-wire-reading.ts'

export type Month = { readonly year: number; readonly month: number }

/** What was withheld in a month. */
export async function loadTaxMonth({ year, month }: Month): Promise<Told<TaxMonth>> {
  return told(await get('tax', { year, month }), readTaxMonth)
}

/** Loads the lines and hands them to the browser under a name; the record keeps that it was done. */
export function saveTaxLines({ year, month }: Month, name: string): Promise<FileOutcome> {
  const query = { year: String(year), month: String(month) }
  return saveAnswer({ host: 'api', path: '/desk/tax/csv', query }, name)
}
