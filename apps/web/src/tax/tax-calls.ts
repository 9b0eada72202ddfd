/** The calls of evidence of taxes: a page of it, and the whole as a file. */
import { type FileOutcome, saveAnswer } from '../api/save-file.ts'
import { send } from '../api/request.ts'
import type { FileForm } from '../statements/file-buttons.tsx'
import { CallFailed } from '../api/call.ts'
import type { TaxPeriod } from './tax-period.ts'
import { type Evidence, readEvidence } from './tax-wire-reading.ts'

const queryOf = ({ year, month }: TaxPeriod) => ({
  year: String(year),
  ...(month !== null && { month: String(month) }),
})

/** Loads a page, oldest first. Throws where the call failed. */
export async function loadEvidence(period: TaxPeriod, page: number): Promise<Evidence> {
  const query = { ...queryOf(period), page }
  const outcome = await send({ host: 'api', method: 'GET', path: '/tax/evidence', query })
  if (!outcome.ok) throw new CallFailed(outcome)
  return readEvidence(outcome.body)
}

/** Loads the whole evidence and hands it to the browser under a name. */
export function saveEvidence(
  period: TaxPeriod,
  form: FileForm,
  name: string,
): Promise<FileOutcome> {
  return saveAnswer({ host: 'api', path: `/tax/evidence/${form}`, query: queryOf(period) }, name)
}
