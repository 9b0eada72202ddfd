/** Whether the money of a withdrawal is still set aside: the engine says so, and no table is believed. */
import type { Engine } from '../../../engine/index.ts'
import type { EngineStep } from './engine-steps.ts'

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

/** Whether a hold that is still there is another one's than the row says; nothing of it is released or paid then. */
export async function checkOwner(
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

/** What is known of a step that would touch another one's hold. */
export const otherHold: EngineStep = { status: 'refused', code: 'hold.other', params: {} }

/** Asks the engine before money leaves. */
export async function checkHold(
  engine: Pick<Engine, 'hold'>,
  { holdId, userId, currencyId, amount, source }: ClaimedHold,
): Promise<HoldCheck> {
  if (holdId === null) return 'gone'
  const known = await engine.hold(holdId)
  if (known.status === 'later') return 'later'
  const { hold } = known
  const isStanding =
    hold !== null &&
    hold.accountId === userId &&
    hold.currencyId === currencyId &&
    hold.remaining === amount &&
    hold.source === source
  return isStanding ? 'standing' : 'gone'
}
