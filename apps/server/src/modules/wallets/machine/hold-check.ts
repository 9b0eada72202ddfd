/** Whether the money of a withdrawal is still set aside: the engine says so, and no table is believed. */
import type { HoldRow } from '@tukar/core'
import type { Engine } from '../../../engine/index.ts'
import type { EngineStep } from './engine-steps.ts'
import type { Delay } from './delay.ts'

/** What the engine says of a withdrawal's hold. */
export type HoldCheck =
  /** It is its owner's, of its currency and amount, and whole. */
  | 'standing'
  /** There is none like that: the row says what the journal does not. */
  | 'gone'
  /** Not known now: ask again. */
  | 'later'

/** What is wrong with a row whose money is not set aside any more. */
export const holdGoneAlarm = 'hold_gone'

/** A withdrawal's hold as its row has it. */
export type ClaimedHold = {
  readonly holdId: number | null
  readonly userId: number
  readonly currencyId: number
  /** Units, all that was asked for with its fees. */
  readonly amount: number
  /** As its command named it, as `withdrawal:7`. */
  readonly source: string
}

/** What is known of a step that would touch a hold which is another one's than the row says; null: it may be booked. */
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
  // One that is gone may be what this very step did before: its command's id gives the same answer again.
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

/** Whether a hold, as the engine has it, is what a row says, and whole. */
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

/** While the engine does not say. */
export const engineBackoff = { firstMs: 200, longestMs: 15_000 } as const

type Wait = { readonly kind: 'wait'; readonly delay: Delay; readonly alarm: string | null }

/**
 * What a row waits for while the engine does not say that its money is set aside; null once it says so.
 *
 * @param goneBackoff between looks at one whose money is not
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
