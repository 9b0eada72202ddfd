/** Conversions of wire rows that rupiah and coin transfers share. */
import type { HoldRow, NextRow, StepRow } from '@tukar/wire'
import type { SecurityHold, TransferNext, TransferStep } from '../rupiah/rupiah.ts'

/** The steps of a transfer, oldest first. */
export function toSteps(steps: readonly StepRow[]): readonly TransferStep[] {
  return steps.map(({ at, state, cause, reason }) => {
    const step = { atMs: Date.parse(at), state, cause }
    return reason === undefined ? step : { ...step, reason }
  })
}

/** The next step and its time; null if there is none. */
export function toNext(next: NextRow): TransferNext | null {
  if (next === null) return null
  return { what: next.what, atMs: next.at === null ? null : Date.parse(next.at) }
}

/** Why and until when withdrawals wait; null if they do not. */
export function toHold(hold: HoldRow): SecurityHold | null {
  return hold === null ? null : { untilMs: Date.parse(hold.until), cause: hold.cause }
}
