/**
 * Orders that were sent and whose outcome nobody told us. Each is kept with its id and asked for again
 * until there is an answer, whatever the ticket shows meanwhile and over a reload too, also one that comes
 * while the first answer is waited for: the same id is never applied twice, another one would be.
 */
import { useSyncExternalStore } from 'react'
import { isRecord } from '../../api/json.ts'
import { currentSession } from '../../api/session.ts'
import type { Side } from '../../feed/levels.ts'
import type { TradeMarket } from '../market/market.ts'
import type { OrderBody } from '../ticket/ticket.ts'
import { isOrderKind } from '../ticket/ticket-kind.ts'

export type SentOrder = { readonly body: OrderBody; readonly commandId: string }

/** One a side of a market; an id is its user's alone. */
type StoredOrder = SentOrder & { readonly marketId: number; readonly userId: string }

const storageKey = 'tukar.unresolved'
const listeners = new Set<() => void>()
let unresolvedOrders: readonly StoredOrder[] = readStored()
/** On their way for the first time: unresolved only for a page that is loaded meanwhile. */
let sending: readonly StoredOrder[] = []

function readStored(): readonly StoredOrder[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isStoredOrder) : []
  } catch {
    return []
  }
}

function isStoredOrder(value: unknown): value is StoredOrder {
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

function change(next: readonly StoredOrder[], nextSending: readonly StoredOrder[]): void {
  unresolvedOrders = next
  sending = nextSending
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...unresolvedOrders, ...sending]))
  } catch {
    // Without storage it is kept until the page is left.
  }
  for (const listener of listeners) listener()
}

function isOrderOf(one: StoredOrder, market: TradeMarket, side: Side): boolean {
  const userId = currentSession()?.userId
  return one.marketId === market.id && one.body.side === side && one.userId === userId
}

function without(
  list: readonly StoredOrder[],
  market: TradeMarket,
  side: Side,
): readonly StoredOrder[] {
  return list.filter((one) => !isOrderOf(one, market, side))
}

/** Keeps an order that is being sent, for a page that is loaded before there is an answer. */
export function keepSending(market: TradeMarket, sent: SentOrder): void {
  const userId = currentSession()?.userId
  if (userId === undefined || findUnresolved(market, sent.body.side) !== null) return
  change(unresolvedOrders, [
    ...without(sending, market, sent.body.side),
    { ...sent, marketId: market.id, userId },
  ])
}

/** Keeps an order until its outcome is known. */
export function keepUnresolved(market: TradeMarket, sent: SentOrder): void {
  const userId = currentSession()?.userId
  if (userId === undefined) return
  const { side } = sent.body
  const others = without(unresolvedOrders, market, side)
  change([...others, { ...sent, marketId: market.id, userId }], without(sending, market, side))
}

/** Forgets the order of a side: its outcome is known. */
export function resolved(market: TradeMarket, side: Side): void {
  change(without(unresolvedOrders, market, side), without(sending, market, side))
}

/** The order of a side whose outcome is not known; null if there is none. */
export function findUnresolved(market: TradeMarket, side: Side): SentOrder | null {
  return unresolvedOrders.find((one) => isOrderOf(one, market, side)) ?? null
}

/** The same, kept current. */
export function useUnresolved(market: TradeMarket, side: Side): SentOrder | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => findUnresolved(market, side),
  )
}
