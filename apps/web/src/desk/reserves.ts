/** Coins that the house puts up itself: what waits for a second person. */
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'
import type { Custody } from './chain-cases.ts'
import { readTyped } from './markets/market-form-model.ts'
import { recordsAt } from './wire-reading.ts'

/** A way of a currency over a chain, with an amount as a decimal text. */
export type OwnReserve = {
  readonly chain: string
  readonly currency: string
  readonly amount: string
}

export type ReserveProposal = OwnReserve & {
  readonly id: number
  readonly proposedBy: string
  readonly proposedAt: string
  readonly reason: string
  /** Another person has to confirm it. */
  readonly isMine: boolean
}

/** Reads the list without believing it. */
export function readReserves(body: JsonRecord): readonly ReserveProposal[] {
  return recordsAt(body, 'data')
    .filter(isRecord)
    .map((row) => ({
      id: Number(textAt(row, 'id')),
      chain: textAt(row, 'chain'),
      currency: textAt(row, 'currency'),
      amount: textAt(row, 'amount'),
      proposedBy: textAt(row, 'proposed_by'),
      proposedAt: textAt(row, 'proposed_at'),
      reason: textAt(row, 'reason'),
      // Who cannot tell does not confirm.
      isMine: row['is_mine'] !== false,
    }))
}

/** The amount that was typed as the server takes it; null where it is none above 0, or may be two. */
export function amountOf(text: string): string | null {
  const typed = readTyped(text)
  return 'raw' in typed && /[1-9]/.test(typed.raw) ? typed.raw : null
}

/** The ways that coins can be put up over: those that custody knows. */
export function waysOf(custody: readonly Custody[]): readonly Omit<OwnReserve, 'amount'>[] {
  return custody.flatMap(({ currency, parts }) => parts.map(({ chain }) => ({ chain, currency })))
}
