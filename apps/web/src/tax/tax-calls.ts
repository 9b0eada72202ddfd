/** The calls of the tax report: a page of it, and the whole report as a file. */
import { routes } from '@tukar/wire'
import { load } from '../api/call.ts'
import { type FileOutcome, saveAnswer } from '../api/save-file.ts'
import type { FileForm } from '../statements/file-buttons.tsx'
import type { TaxPeriod } from './tax-period.ts'
import { type Evidence, toEvidence } from './tax-wire.ts'

const toQuery = ({ year, month }: TaxPeriod) => ({
  year: String(year),
  ...(month !== null && { month: String(month) }),
})

/** Loads a page, oldest first. Throws if the call failed. */
export function loadEvidence(period: TaxPeriod, page: number): Promise<Evidence> {
  const input = { ...toQuery(period), page }
  return load(routes.taxEvidence, { input }, ({ data }) => toEvidence(data))
}

/** Loads the whole tax report and passes it to the browser under a name. */
export function saveEvidence(
  period: TaxPeriod,
  form: FileForm,
  name: string,
): Promise<FileOutcome> {
  const route = form === 'csv' ? routes.taxEvidenceCsv : routes.taxEvidencePdf
  return saveAnswer({ route, query: toQuery(period) }, name)
}
