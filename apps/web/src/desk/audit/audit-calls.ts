/** The console's calls about the audit log. */
import { routes } from '@tukar/wire'
import { type FileOutcome, saveAnswer } from '../../api/save-file.ts'
import { get, type CallResult } from '../desk-calls.ts'
import { type Audit, toAudit } from './audit-wire.ts'

/** The texts of the form; empty fields do not filter. */
export type AuditFilter = {
  readonly operator: string
  readonly action: string
  readonly subject: string
  readonly from: string
  readonly to: string
}

export const everything: AuditFilter = { operator: '', action: '', subject: '', from: '', to: '' }

function toQuery(filter: AuditFilter): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([key, value]) =>
      value.trim() === '' ? [] : [[key, value.trim()]],
    ),
  )
}

/** Loads a page of the audit log, newest first. */
export function loadAudit(filter: AuditFilter, page: number): Promise<CallResult<Audit>> {
  return get(routes.deskAudit, { input: { ...toQuery(filter), page } }, toAudit)
}

/** Saves the filtered entries as a file; the export itself is recorded in the audit log. */
export function saveAudit(filter: AuditFilter): Promise<FileOutcome> {
  const name = `tukar-audit-${new Date().toISOString().slice(0, 10)}.csv`
  return saveAnswer({ route: routes.deskAuditCsv, query: toQuery(filter) }, name)
}
