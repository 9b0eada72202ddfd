/** Converts the audit log from wire names. */
import type { DeskAudit, DeskAuditRow, WireWords } from '@tukar/wire'
import { type Paged, toPage } from '../cases/case-wire.ts'
import { type Difference, findDifferences } from './difference.ts'

export type AuditEntry = {
  readonly no: number
  readonly at: string
  /** Empty: the system. */
  readonly operator: string
  readonly action: string
  readonly subject: string
  /** The subject's name; null if only its number is known. */
  readonly about: WireWords | null
  readonly reason: string
  readonly differences: readonly Difference[]
}

export type Audit = Paged<AuditEntry> & {
  readonly total: number
  readonly verifiedTo: number
  readonly brokenAt: number | null
  /** When the whole audit log was last verified, as on the wire. */
  readonly wholeAt: string
  readonly hash: string
  /** The choices of the filter. */
  readonly operators: readonly { readonly userId: string; readonly name: string }[]
  readonly actions: readonly string[]
}

/** A page of the audit log, with the result of the last verification. */
export function toAudit(data: DeskAudit): Audit {
  const { verified } = data
  return {
    ...toPage(data, toEntry),
    total: data.total,
    verifiedTo: verified.to,
    brokenAt: verified.broken_at,
    wholeAt: verified.whole_at,
    hash: verified.hash,
    operators: data.operators.map(({ user_id: id, name }) => ({ userId: String(id), name })),
    actions: data.actions,
  }
}

function toEntry(row: DeskAuditRow): AuditEntry {
  return {
    no: row.no,
    at: row.at,
    operator: row.operator ?? '',
    action: row.action,
    subject: row.subject,
    about: row.about,
    reason: row.reason,
    differences: findDifferences(row.before, row.after),
  }
}
