/** Converts answers about changes from wire names. */
import type {
  ChangeStatus,
  DeskChangePreview,
  DeskChangeRow,
  WireWords as Words,
} from '@tukar/wire'

export type { WireWords as Words } from '@tukar/wire'

export type ChangedField = {
  readonly text: Words
  /** Null: the value did not exist, or will be removed. */
  readonly before: Words | null
  readonly after: Words | null
}

/** The preview of a change. */
export type Preview = {
  readonly subject: string
  readonly title: Words
  readonly lines: readonly ChangedField[]
  readonly warnings: readonly Words[]
  readonly isSecondNeeded: boolean
}

export type Answer = 'confirm' | 'decline'

export type ChangeEntry = Preview & {
  readonly id: number
  readonly kind: string
  readonly status: ChangeStatus
  readonly reason: string
  readonly proposedBy: string
  readonly proposedAt: string
  readonly expiresAt: string
  readonly decidedBy: string
  readonly decidedAt: string
  readonly decidedReason: string
  readonly failure: string
  readonly can: readonly Answer[]
}

/** The preview of a change. */
export function toPreview(row: DeskChangePreview): Preview {
  return {
    subject: row.subject,
    title: row.title,
    lines: row.lines.map(({ text, before, after }) => ({ text, before, after })),
    warnings: row.warnings,
    isSecondNeeded: row.is_second_needed,
  }
}

/** A change of the list. */
export function toChange(row: DeskChangeRow): ChangeEntry {
  return {
    ...toPreview(row),
    id: row.id,
    kind: row.kind,
    status: row.status,
    reason: row.reason,
    proposedBy: row.proposed_by,
    proposedAt: row.proposed_at,
    expiresAt: row.expires_at,
    decidedBy: row.decided_by ?? '',
    decidedAt: row.decided_at ?? '',
    decidedReason: row.decided_reason ?? '',
    failure: row.failure ?? '',
    can: row.can,
  }
}
