/** The record as the server tells it, read without believing it. */
import { isRecord, type JsonRecord, textAt } from '../../api/json.ts'
import { type Words, wordsAt } from '../change/change-wire.ts'
import { type Paged, paged, recordAt, recordsAt, textsAt } from '../wire-reading.ts'
import { type Difference, differencesOf } from './difference.ts'

export type AuditEntry = {
  readonly no: number
  readonly at: string
  /** Empty: the machine. */
  readonly operator: string
  readonly action: string
  readonly subject: string
  /** What people call the subject; null where only its number is known. */
  readonly about: Words | null
  readonly reason: string
  readonly differences: readonly Difference[]
}

export type Audit = Paged<AuditEntry> & {
  readonly total: number
  readonly verifiedTo: number
  readonly brokenAt: number | null
  /** When it was last read from its first entry on, as the wire has it. */
  readonly wholeAt: string
  readonly hash: string
  /** Whom and what can be chosen. */
  readonly operators: readonly { readonly userId: string; readonly name: string }[]
  readonly actions: readonly string[]
}

/** A page of the record, with how far it is whole. */
export function readAudit(body: JsonRecord): Audit {
  const data = recordAt(body, 'data')
  const verified = recordAt(data, 'verified')
  const brokenAt = textAt(verified, 'broken_at')
  return {
    ...paged(body, readEntry),
    total: Number(textAt(data, 'total')) || 0,
    verifiedTo: Number(textAt(verified, 'to')) || 0,
    brokenAt: brokenAt === '' ? null : Number(brokenAt),
    wholeAt: textAt(verified, 'whole_at'),
    hash: textAt(verified, 'hash'),
    operators: recordsAt(data, 'operators').map((row) => ({
      userId: textAt(row, 'user_id'),
      name: textAt(row, 'name'),
    })),
    actions: textsAt(data, 'actions'),
  }
}

function readEntry(row: JsonRecord): AuditEntry {
  return {
    no: Number(textAt(row, 'no')),
    at: textAt(row, 'at'),
    operator: textAt(row, 'operator'),
    action: textAt(row, 'action'),
    subject: textAt(row, 'subject'),
    about: isRecord(row['about']) ? wordsAt(row, 'about') : null,
    reason: textAt(row, 'reason'),
    differences: differencesOf(row['before'], row['after']),
  }
}
