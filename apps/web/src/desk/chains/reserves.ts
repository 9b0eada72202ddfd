/** Coins that the house puts up itself: what waits for a second person. */
import type { DeskReserve, WireChain } from '@tukar/wire'
import type { Custody } from './chain-cases.ts'
import { readTyped } from '../markets/market-form-model.ts'

/** A way of a currency over a chain, with an amount as a decimal text. */
export type Reserve = {
  readonly chain: WireChain
  readonly currency: string
  readonly amount: string
}

export type ReserveProposal = Reserve & {
  readonly id: number
  readonly proposedBy: string
  readonly proposedAt: string
  readonly reason: string
  /** Another person has to confirm it. */
  readonly isMine: boolean
}

/** What waits for a second person. */
export function toReserve(row: DeskReserve): ReserveProposal {
  return {
    id: row.id,
    chain: row.chain,
    currency: row.currency,
    amount: row.amount,
    proposedBy: row.proposed_by,
    proposedAt: row.proposed_at,
    reason: row.reason,
    isMine: row.is_mine,
  }
}

/** The amount that was typed as the server takes it; null where it is none above 0, or may be two. */
export function amountOf(text: string): string | null {
  const typed = readTyped(text)
  return 'raw' in typed && /[1-9]/.test(typed.raw) ? typed.raw : null
}

/** The ways that coins can be put up over: those that custody knows. */
export function waysOf(custody: readonly Custody[]): readonly Omit<Reserve, 'amount'>[] {
  return custody.flatMap(({ currency, parts }) => parts.map(({ chain }) => ({ chain, currency })))
}
