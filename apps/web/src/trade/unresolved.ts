/**
 * Orders that were sent and whose outcome nobody told us. Each is kept with its id and asked for again
 * until there is an answer, whatever the ticket shows meanwhile and over a reload too: the same id is
 * never applied twice, another one would be.
 */
import { useSyncExternalStore } from 'react'
import { isRecord } from '../api/json.ts'
import { currentSession } from '../api/session.ts'
import type { Side } from '../feed/levels.ts'
import type { TradeMarket } from './market.ts'
import type { OrderBody } from './ticket.ts'
import { isOrderKind } from './ticket-kind.ts'

export type SentOrder = { readonly body: OrderBody; readonly commandId: string }

/** One a side of a market; an id is its user's alone. */
type Kept = SentOrder & { readonly marketId: number; readonly userId: string }

const storageKey = 'tukar.unresolved'
const listeners = new Set<() => void>()
let kept: readonly Kept[] = readKept()

function readKept(): readonly Kept[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isKept) : []
  } catch {
    return []
  }
}

function isKept(value: unknown): value is Kept {
  if (!isRecord(value) || !isRecord(value['body'])) return false
  const { side, price, amount, kind } = value['body']
  const isBody = typeof price === 'string' && typeof amount === 'string' && isOrderKind(kind)
  return (
    isBody &&
    (side === 'buy' || side === 'sell') &&
    typeof value['commandId'] === 'string' &&
    typeof value['marketId'] === 'number' &&
    typeof value['userId'] === 'string'
  )
}

function change(next: readonly Kept[]): void {
  kept = next
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // Without storage it is kept until the page is left.
  }
  for (const listener of listeners) listener()
}

function isOf(one: Kept, market: TradeMarket, side: Side): boolean {
  const userId = currentSession()?.userId
  return one.marketId === market.id && one.body.side === side && one.userId === userId
}

/** Keeps an order until its outcome is known. */
export function keepUnresolved(market: TradeMarket, sent: SentOrder): void {
  const userId = currentSession()?.userId
  if (userId === undefined) return
  const others = kept.filter((one) => !isOf(one, market, sent.body.side))
  change([...others, { ...sent, marketId: market.id, userId }])
}

/** Forgets the order of a side: its outcome is known. */
export function resolved(market: TradeMarket, side: Side): void {
  if (unresolvedOf(market, side) !== null) change(kept.filter((one) => !isOf(one, market, side)))
}

/** The order of a side whose outcome is not known; null if there is none. */
export function unresolvedOf(market: TradeMarket, side: Side): SentOrder | null {
  return kept.find((one) => isOf(one, market, side)) ?? null
}

/** The same, kept current. */
export function useUnresolved(market: TradeMarket, side: Side): SentOrder | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => unresolvedOf(market, side),
  )
}
