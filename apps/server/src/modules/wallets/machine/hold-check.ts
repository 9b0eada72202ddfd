/** Checks with the engine that the money of a withdrawal is still held. No table is trusted. */
import type { HoldRow } from '@tukar/core'
import type { Engine } from '../../../engine/index.ts'
import type { EngineStep } from './engine-steps.ts'
import type { Delay } from './delay.ts'

/** The engine's answer about a withdrawal's hold. */
export type HoldCheck =
  /** The hold belongs to this owner, currency and amount, and is whole. */
  | 'standing'
  /** There is no such hold: the row contradicts the journal. */
  | 'gone'
  /** Unknown now: ask again. */
  | 'later'

/** The alarm of a row whose money is no longer held. */
export const holdGoneAlarm = 'hold_gone'

/** The hold that a withdrawal's row claims. */
export type ClaimedHold = {
  readonly holdId: number | null
  readonly userId: number
  readonly currencyId: number
  /** Units: the whole amount, fees included. */
  readonly amount: number
  /** The source of its command, such as `withdrawal:7`. */
  readonly source: string
}

/**
 * Refuses a step that would change a hold of another owner or source than the row's; null if the step may be
 * booked.
 */
export async function refuseOthersHold(
  engine: Pick<Engine, 'hold'>,
  claimed: ClaimedHold,
): Promise<EngineStep | null> {
  switch (await checkOwner(engine, claimed)) {
    case 'own':
      return null
    case 'later':
      return { status: 'later' }
    case 'other':
      return { status: 'refused', code: 'hold.other', params: {} }
  }
}

async function checkOwner(
  engine: Pick<Engine, 'hold'>,
  { holdId, userId, currencyId, source }: ClaimedHold,
): Promise<'own' | 'other' | 'later'> {
  if (holdId === null) return 'other'
  const known = await engine.hold(holdId)
  if (known.status === 'later') return 'later'
  const { hold } = known
  // The hold may be gone because this step was booked before. Its command id then gives the same answer
  // again.
  if (hold === null) return 'own'
  const isOwn =
    hold.accountId === userId && hold.currencyId === currencyId && hold.source === source
  return isOwn ? 'own' : 'other'
}

/** Asks the engine before money leaves. */
export async function checkHold(
  engine: Pick<Engine, 'hold'>,
  claimed: ClaimedHold,
): Promise<HoldCheck> {
  if (claimed.holdId === null) return 'gone'
  const known = await engine.hold(claimed.holdId)
  if (known.status === 'later') return 'later'
  return isHoldWhole(known.hold, claimed) ? 'standing' : 'gone'
}

/** Whether a hold in the engine equals the claim of the row, and is whole. */
export function isHoldWhole(
  hold: HoldRow | null,
  { userId, currencyId, amount, source }: ClaimedHold,
): boolean {
  return (
    hold !== null &&
    hold.accountId === userId &&
    hold.currencyId === currencyId &&
    hold.remaining === amount &&
    hold.source === source
  )
}

/** The backoff while the engine does not answer. */
export const engineBackoff = { firstMs: 200, longestMs: 15_000 } as const

type Wait = { readonly kind: 'wait'; readonly delay: Delay; readonly alarm: string | null }

/**
 * The wait decision while the engine does not confirm the hold; null once it does.
 *
 * @param goneBackoff the delay if the hold is gone
 */
export function waitForHold(check: HoldCheck, goneBackoff: Delay): Wait | null {
  switch (check) {
    case 'standing':
      return null
    case 'gone':
      return { kind: 'wait', delay: goneBackoff, alarm: holdGoneAlarm }
    case 'later':
      return { kind: 'wait', delay: engineBackoff, alarm: null }
  }
}
