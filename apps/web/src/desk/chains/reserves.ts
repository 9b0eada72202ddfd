/** Reserves of the exchange's own coins that wait for a second operator. */
import type { DeskReserve, WireChain } from '@tukar/wire'
import type { Custody } from './chain-cases.ts'
import { readTyped } from '../markets/market-form-model.ts'

/** A currency on a chain, with an amount as a decimal text. */
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
  /** Whether this operator proposed it; another operator must confirm it. */
  readonly isMine: boolean
}

/** A proposal that waits for a second operator. */
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

/** Parses a typed amount to the server's format; null if it is not above 0, or ambiguous. */
export function parseReserveAmount(text: string): string | null {
  const typed = readTyped(text)
  return 'raw' in typed && /[1-9]/.test(typed.raw) ? typed.raw : null
}

/** The currencies and chains of possible reserves: those with custody figures. */
export function findReserveNetworks(
  custody: readonly Custody[],
): readonly Omit<Reserve, 'amount'>[] {
  return custody.flatMap(({ currency, parts }) => parts.map(({ chain }) => ({ chain, currency })))
}
