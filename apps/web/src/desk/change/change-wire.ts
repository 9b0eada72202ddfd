/** The console's answers about changes, read without believing them. */
import { type ChangeStatus, changeStatuses } from '@tukar/wire'
import { type JsonRecord, isRecord, textAt } from '../../api/json.ts'
import { type Paged, paged, recordAt, recordsAt, textsAt } from '../wire-reading.ts'

/** A text in both languages. */
export type Words = { readonly en: string; readonly id: string }

export type ChangeLine = {
  readonly text: Words
  /** Null: it was not there, or will not be. */
  readonly before: Words | null
  readonly after: Words | null
}

/** What a change would do. */
export type Preview = {
  readonly subject: string
  readonly title: Words
  readonly lines: readonly ChangeLine[]
  readonly warnings: readonly Words[]
  readonly isSecondNeeded: boolean
}

export type Outcome = { readonly id: number; readonly status: ChangeStatus }

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

/** What a change would do. */
export function readPreview(body: JsonRecord): Preview {
  return previewOf(recordAt(body, 'data'))
}

/** What became of a proposal, or of a decision. */
export function readOutcome(body: JsonRecord): Outcome {
  const data = recordAt(body, 'data')
  return { id: Number(textAt(data, 'id')), status: statusAt(data) }
}

/** A page of changes. */
export function readChanges(body: JsonRecord): Paged<ChangeEntry> {
  return paged(body, (row) => ({
    ...previewOf(row),
    id: Number(textAt(row, 'id')),
    kind: textAt(row, 'kind'),
    status: statusAt(row),
    reason: textAt(row, 'reason'),
    proposedBy: textAt(row, 'proposed_by'),
    proposedAt: textAt(row, 'proposed_at'),
    expiresAt: textAt(row, 'expires_at'),
    decidedBy: textAt(row, 'decided_by'),
    decidedAt: textAt(row, 'decided_at'),
    decidedReason: textAt(row, 'decided_reason'),
    failure: textAt(row, 'failure'),
    can: (['confirm', 'decline'] as const).filter((word) => textsAt(row, 'can').includes(word)),
  }))
}

function previewOf(row: JsonRecord): Preview {
  return {
    subject: textAt(row, 'subject'),
    title: wordsAt(row, 'title'),
    lines: recordsAt(row, 'lines').map((line) => ({
      text: wordsAt(line, 'text'),
      before: wordsOrNull(line, 'before'),
      after: wordsOrNull(line, 'after'),
    })),
    warnings: recordsAt(row, 'warnings').map(wordsOf),
    isSecondNeeded: row['is_second_needed'] === true,
  }
}

function statusAt(row: JsonRecord): ChangeStatus {
  return changeStatuses.find((one) => one === row['status']) ?? 'waiting'
}

function wordsOf(record: JsonRecord): Words {
  return { en: textAt(record, 'en'), id: textAt(record, 'id') }
}

/** The text of a key in both languages; empty where it is missing. */
export function wordsAt(record: JsonRecord, key: string): Words {
  return wordsOf(recordAt(record, key))
}

function wordsOrNull(record: JsonRecord, key: string): Words | null {
  return isRecord(record[key]) ? wordsAt(record, key) : null
}
