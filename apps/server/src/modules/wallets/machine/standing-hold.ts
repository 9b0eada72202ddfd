/** Whether the money of a withdrawal is still set aside: the engine says so, and no table is believed. */
import type { Engine } from '../../../engine/index.ts'

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
