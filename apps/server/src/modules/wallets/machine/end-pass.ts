/** Ends a pass over any kind of row. */
import type { Database } from '../../../platform/database/pool.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { MachineRow } from './decision.ts'
import { type Delay, delayMs } from './delay.ts'
import { storeFailedPass, storePassEnd, type RowKind } from './row-store.ts'

type PassDeps = { readonly database: Database; readonly log: Log }

export type PassEnd = {
  readonly kind: RowKind
  readonly epoch: number
  /** Null: until the row is woken. */
  readonly delay: Delay | null
  readonly alarm: string | null
  /** The time by which the delay was decided; milliseconds since 1970. */
  readonly nowMs: number
}

/** Ends a pass until its delay is over. A new alarm is logged once. */
export async function endPass(
  { database, log }: PassDeps,
  row: MachineRow<string>,
  { kind, epoch, delay, alarm, nowMs }: PassEnd,
): Promise<void> {
  if (alarm !== null && alarm !== row.alarm) {
    const about = { [`${kind}Id`]: row.rowId, state: row.state, alarm }
    log.error(about, `a ${kind} needs a person`)
  }
  const ms = delay === null ? null : delayMs(delay, row.attempts, nowMs, Math.random())
  await storePassEnd(database, kind, row, { epoch, delayMs: ms, alarm })
}

/** Ends a failed pass and schedules the next one. A row whose passes keep failing is reported once. */
export async function endFailedPass(
  { database, log }: PassDeps,
  kind: RowKind,
  rowId: number,
): Promise<void> {
  const alarm = await storeFailedPass(database, kind, rowId)
  if (alarm !== null) log.error({ [`${kind}Id`]: rowId, alarm }, `a ${kind} needs a person`)
}
