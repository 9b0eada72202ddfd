/**
 * How long a withdrawal waits since it was asked for: after a change of how the account is entered, from a device
 * that is new, or to where its owner was never paid before. The end is kept in the row and covered by the proof of its
 * request, so that nobody shortens it by changing or removing rows.
 */
import type { Database } from '../../../platform/database/pool.ts'
import type { Proven } from '../../../platform/secrets/proof.ts'
import type { HoldCause, SecurityHold } from '../../accounts/index.ts'
import { timeMsOf } from './time-columns.ts'

/** What holds by the database's clock and no more by ours is looked at again after so long. */
const againMs = 10_000

export const pauseCauses = ['security_hold', 'new_device', 'new_receiver'] as const
export type PauseCause = (typeof pauseCauses)[number]

/** Whether a row waits for a pause; null: it waits for nothing that is known. */
export function isPauseCause(cause: string | null): boolean {
  return pauseCauses.some((known) => known === cause)
}

/** Until when something waits, in milliseconds since 1970, and why. */
export type RequestPause = { readonly untilMs: number; readonly cause: PauseCause }

/** How long what comes for the first time waits; 0: not at all. */
export type FirstTimeHolds = {
  readonly newDeviceSeconds: number
  readonly newReceiverSeconds: number
}

/** The pause of a row, covered by the proof of its request. */
export type StoredPause = {
  readonly notBeforeMs: number | null
  readonly notBeforeCause: PauseCause | null
}

/** A row with its own pause and with the one that holds it now. */
export type PausedRow = StoredPause & {
  /** Whether its own pause lasts by the database's clock. */
  readonly isEarly: boolean
  readonly frozenUntilMs: number | null
  readonly frozenCause: PauseCause | null
}

/** What is read of a row's pause, from a table `w`. */
export const pauseColumns = `${timeMsOf('w.frozen_until')} as "notBeforeMs",
  w.frozen_cause as "notBeforeCause", coalesce(w.frozen_until > now(), false) as "isEarly",
  ${timeMsOf('w.frozen_until')} as "frozenUntilMs", w.frozen_cause as "frozenCause"`

/** The columns of a row's pause. */
export function pauseValues({ notBeforeMs, notBeforeCause }: StoredPause) {
  return {
    frozen_until: notBeforeMs === null ? null : new Date(notBeforeMs),
    frozen_cause: notBeforeCause,
  }
}

/** What the proof of a request says of its pause; nothing where there is none, as in proofs of before. */
export function pauseProofValues({ notBeforeMs, notBeforeCause }: StoredPause): Proven {
  return notBeforeMs === null ? [] : ['not before', notBeforeMs, notBeforeCause]
}

/** Of what waits for nothing since it was asked for. */
export const noPause: StoredPause = { notBeforeMs: null, notBeforeCause: null }

export type PauseReasons = {
  /** What holds all withdrawals of the account. */
  readonly hold: SecurityHold | null
  /** Since when the device is known, in milliseconds since 1970; null: it is not new. */
  readonly deviceSinceMs: number | null
  /** Whether its owner was paid there before. */
  readonly isKnownReceiver: boolean
}

/** The pause of what is asked for now: of all that hold it the one that ends last. */
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

/** What makes all that is asked for now wait, as it is told before anything is filled in; null: nothing does. */
export function findAccountPause(
  hold: SecurityHold | null,
  deviceSinceMs: number | null,
  { newDeviceSeconds }: FirstTimeHolds,
): { readonly untilMs: number; readonly cause: HoldCause | 'new_device' } | null {
  const untilMs = deviceSinceMs === null ? 0 : deviceSinceMs + newDeviceSeconds * 1000
  const isOfDevice = untilMs > Math.max(Date.now(), hold?.untilMs ?? 0)
  return isOfDevice ? { untilMs, cause: 'new_device' } : hold
}

/** The row as it waits now: for its own pause, or for one that began later and ends later. */
export function withCurrentPause<Row extends PausedRow>(
  row: Row,
  hold: SecurityHold | null,
  nowMs: number = Date.now(),
): Row {
  const { isEarly, notBeforeMs, notBeforeCause } = row
  // The database alone says what holds: our clock may have been set ahead of it (INV-26).
  const endMs = (notBeforeMs ?? 0) > nowMs ? notBeforeMs : nowMs + againMs
  const own = isEarly ? endMs : null
  if (hold !== null && hold.untilMs > (own ?? 0)) {
    return { ...row, frozenUntilMs: hold.untilMs, frozenCause: 'security_hold' }
  }
  return { ...row, frozenUntilMs: own, frozenCause: own === null ? null : notBeforeCause }
}
