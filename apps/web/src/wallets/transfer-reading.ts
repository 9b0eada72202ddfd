/** What rupiah and coins tell alike of a transfer, and how it is read. */
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'
import type { TransferNext, TransferStep } from './rupiah.ts'

/** The record of a key; empty where there is none. */
export function recordAt(record: JsonRecord, key: string): JsonRecord {
  const value = record[key]
  return isRecord(value) ? value : {}
}

/** The records of a list; empty where there is none. */
export function recordsAt(record: JsonRecord, key: string): readonly JsonRecord[] {
  const value: unknown = record[key]
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** A moment as the wire tells it: text of a date, or milliseconds. */
export function momentAt(record: JsonRecord, key: string): number | null {
  const value = record[key]
  const moment = typeof value === 'number' ? value : Date.parse(textAt(record, key))
  return Number.isFinite(moment) ? moment : null
}

/** The steps that a transfer took, oldest first. */
export function readSteps(row: JsonRecord): readonly TransferStep[] {
  return recordsAt(row, 'steps').map((step) => {
    const reason = textAt(step, 'reason')
    const read = {
      atMs: momentAt(step, 'at') ?? 0,
      state: textAt(step, 'state'),
      cause: textAt(step, 'cause') || null,
    }
    return reason === '' ? read : { ...read, reason }
  })
}

/** What comes next, and when; null where nothing is told. */
export function readNext(row: JsonRecord): TransferNext | null {
  const next = row['next']
  return isRecord(next) ? { what: textAt(next, 'what'), atMs: momentAt(next, 'at') } : null
}
