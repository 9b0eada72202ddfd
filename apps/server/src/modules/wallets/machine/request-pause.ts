/**
 * The pause of a withdrawal after its request: after a change of credentials, from a new device, or to a
 * receiver that was never paid. Its end is stored in the row and covered by the proof of the request, so that
 * changed or deleted rows do not shorten it.
 */
import type { Database } from '../../../platform/database/pool.ts'
import type { Proven } from '../../../platform/secrets/proof.ts'
import type { HoldCause, SecurityHold } from '../../accounts/index.ts'
import { timeMsOf } from './time-columns.ts'

/** The delay when the pause is over by our clock, but not by the database's. */
const againMs = 10_000

export const pauseCauses = ['security_hold', 'new_device', 'new_receiver'] as const
export type PauseCause = (typeof pauseCauses)[number]

/** Whether a row waits for a pause; false for null. */
export function isPauseCause(cause: string | null): boolean {
  return pauseCauses.some((known) => known === cause)
}

/** The end of a pause, in milliseconds since 1970, and its cause. */
export type RequestPause = { readonly untilMs: number; readonly cause: PauseCause }

/** The pauses for new devices and receivers; 0 for none. */
export type FirstTimeHolds = {
  readonly newDeviceSeconds: number
  readonly newReceiverSeconds: number
}

/** The stored pause of a row, covered by the proof of its request. */
export type StoredPause = {
  readonly notBeforeMs: number | null
  readonly notBeforeCause: PauseCause | null
}

/** A row with its stored pause and the pause that applies now. */
export type PausedRow = StoredPause & {
  /** Whether the stored pause lasts, by the database's clock. */
  readonly isEarly: boolean
  readonly frozenUntilMs: number | null
  readonly frozenCause: PauseCause | null
}

/** The columns of a row's pause, from a table `w`. */
export const pauseColumns = `${timeMsOf('w.frozen_until')} as "notBeforeMs",
  w.frozen_cause as "notBeforeCause", coalesce(w.frozen_until > now(), false) as "isEarly",
  ${timeMsOf('w.frozen_until')} as "frozenUntilMs", w.frozen_cause as "frozenCause"`

/** The column values of a row's pause. */
export function pauseValues({ notBeforeMs, notBeforeCause }: StoredPause) {
  return {
    frozen_until: notBeforeMs === null ? null : new Date(notBeforeMs),
    frozen_cause: notBeforeCause,
  }
}

/** The values of a pause in the proof of a request; empty without a pause, as in older proofs. */
export function pauseProofValues({ notBeforeMs, notBeforeCause }: StoredPause): Proven {
  return notBeforeMs === null ? [] : ['not before', notBeforeMs, notBeforeCause]
}

/** No pause. */
export const noPause: StoredPause = { notBeforeMs: null, notBeforeCause: null }

export type PauseReasons = {
  /** The security hold of the account. */
  readonly hold: SecurityHold | null
  /** When the device was first seen, in milliseconds since 1970; null if it is not new. */
  readonly deviceSinceMs: number | null
  /** Whether the receiver was paid before. */
  readonly isKnownReceiver: boolean
}

/** The pause of a new request: the longest of those that apply. */
export async function computePause(
  connection: Pick<Database, 'query'>,
  { hold, deviceSinceMs, isKnownReceiver }: PauseReasons,
  { newDeviceSeconds, newReceiverSeconds }: FirstTimeHolds,
): Promise<StoredPause> {
  const found = await connection.query<{ nowMs: number }>(`select ${timeMsOf('now()')} as "nowMs"`)
  const nowMs = found.rows[0]?.nowMs ?? Date.now()
  const ofDevice = deviceSinceMs === null ? null : deviceSinceMs + newDeviceSeconds * 1000
  const ofReceiver = isKnownReceiver ? null : nowMs + newReceiverSeconds * 1000
  const pauses: readonly RequestPause[] = [
    { untilMs: hold?.untilMs ?? 0, cause: 'security_hold' },
    { untilMs: ofDevice ?? 0, cause: 'new_device' },
    { untilMs: ofReceiver ?? 0, cause: 'new_receiver' },
  ]
  const last = pauses.reduce((a, b) => (b.untilMs > a.untilMs ? b : a))
  if (last.untilMs <= nowMs) return noPause
  return { notBeforeMs: last.untilMs, notBeforeCause: last.cause }
}

/** The pause or hold of all requests of the account, for display before a request; null if there is none. */
export function findAccountPause(
  hold: SecurityHold | null,
  deviceSinceMs: number | null,
  { newDeviceSeconds }: FirstTimeHolds,
): { readonly untilMs: number; readonly cause: HoldCause | 'new_device' } | null {
  const untilMs = deviceSinceMs === null ? 0 : deviceSinceMs + newDeviceSeconds * 1000
  const isOfDevice = untilMs > Math.max(Date.now(), hold?.untilMs ?? 0)
  return isOfDevice ? { untilMs, cause: 'new_device' } : hold
}

/** The row with the pause that applies now: its stored one, or a security hold that ends later. */
export function withCurrentPause<Row extends PausedRow>(
  row: Row,
  hold: SecurityHold | null,
  nowMs: number = Date.now(),
): Row {
  const { isEarly, notBeforeMs, notBeforeCause } = row
  // Only the database's clock decides, because ours may be ahead (INV-26).
  const endMs = (notBeforeMs ?? 0) > nowMs ? notBeforeMs : nowMs + againMs
  const own = isEarly ? endMs : null
  if (hold !== null && hold.untilMs > (own ?? 0)) {
    return { ...row, frozenUntilMs: hold.untilMs, frozenCause: 'security_hold' }
  }
  return { ...row, frozenUntilMs: own, frozenCause: own === null ? null : notBeforeCause }
}
