/**
 * Sent orders with an unknown outcome. Each keeps its command id and is repeated until there is an answer,
 * even if the ticket changes or the page is reloaded, also during the first request. A repeat with the same
 * id is never applied twice; a new id would be.
 */
import { useSyncExternalStore } from 'react'
import { isRecord } from '../../api/json.ts'
import { currentSession } from '../../api/session.ts'
import type { Side } from '../../feed/levels.ts'
import type { TradeMarket } from '../market/market.ts'
import type { OrderBody } from '../ticket/ticket.ts'
import { isOrderKind } from '../ticket/ticket-kind.ts'

export type SentOrder = { readonly body: OrderBody; readonly commandId: string }

/** One order for each side of a market; command ids belong to one user. */
type StoredOrder = SentOrder & { readonly marketId: number; readonly userId: string }

const storageKey = 'tukar.unresolved'
const listeners = new Set<() => void>()
let unresolvedOrders: readonly StoredOrder[] = readStored()
/** First requests under way: they become unresolved if the page is reloaded. */
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
    // Without storage it lasts until the page is left.
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

/** Stores an order while it is being sent, for a reload before the answer. */
export function keepSending(market: TradeMarket, sent: SentOrder): void {
  const userId = currentSession()?.userId
  if (userId === undefined || findUnresolved(market, sent.body.side) !== null) return
  change(unresolvedOrders, [
    ...without(sending, market, sent.body.side),
    { ...sent, marketId: market.id, userId },
  ])
}

/** Stores an order until its outcome is known. */
export function keepUnresolved(market: TradeMarket, sent: SentOrder): void {
  const userId = currentSession()?.userId
  if (userId === undefined) return
  const { side } = sent.body
  const others = without(unresolvedOrders, market, side)
  change([...others, { ...sent, marketId: market.id, userId }], without(sending, market, side))
}

/** Removes the order of a side once its outcome is known. */
export function resolved(market: TradeMarket, side: Side): void {
  change(without(unresolvedOrders, market, side), without(sending, market, side))
}

/** The order of a side with an unknown outcome; null without one. */
export function findUnresolved(market: TradeMarket, side: Side): SentOrder | null {
  return unresolvedOrders.find((one) => isOrderOf(one, market, side)) ?? null
}

/** Like `findUnresolved`; the component renders again when the order changes. */
export function useUnresolved(market: TradeMarket, side: Side): SentOrder | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => findUnresolved(market, side),
  )
}
