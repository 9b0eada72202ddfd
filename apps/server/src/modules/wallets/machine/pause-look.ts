/** The end of a look that waits, whatever row it is of. */
import type { Database } from '../../../platform/database/pool.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { MachineRow } from './decision.ts'
import { type Pause, pauseMs } from './pauses.ts'
import { endLook, type RowKind } from './row-store.ts'

export type Wait = {
  readonly kind: RowKind
  readonly epoch: number
  /** Null: only when somebody has news of the row. */
  readonly pause: Pause | null
  readonly alarm: string | null
  /** By the clock that the pause was decided by; milliseconds since 1970. */
  readonly nowMs: number
}

/** Ends a look until its pause is over; an alarm that is new is logged, once. */
export async function pauseLook(
  { database, log }: { readonly database: Database; readonly log: Log },
  row: MachineRow<string>,
  { kind, epoch, pause, alarm, nowMs }: Wait,
): Promise<void> {
  if (alarm !== null && alarm !== row.alarm) {
    const about = { [`${kind}Id`]: row.rowId, state: row.state, alarm }
    log.error(about, `a ${kind} needs a person`)
  }
  const ms = pause === null ? null : pauseMs(pause, row.attempts, nowMs, Math.random())
  await endLook(database, kind, row, { epoch, pauseMs: ms, alarm })
}
