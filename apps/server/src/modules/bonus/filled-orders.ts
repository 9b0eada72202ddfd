/** Filled orders by the one other account that filled most of each, from what the engine decided; pure. */
import { type CoreEvent, firstUserId } from '@tukar/core'

/** Orders of each account by the other account that filled most of each. */
export type OrdersByPartner = ReadonlyMap<number, ReadonlyMap<number, number>>

export type FilledOrders = {
  /** The events follow each other as they were decided. */
  add(events: readonly CoreEvent[]): void
  result(): OrdersByPartner
}

/**
 * Counts orders of people that are filled to their end. What was filled of one before the first event is not seen.
 *
 * @param ordersMax so many of an account are counted, the first ones
 */
export function countFilled(ordersMax: number): FilledOrders {
  /** What each other account filled of an order that is not closed yet. */
  const shares = new Map<number, Map<number, number>>()
  const orders = new Map<number, { counted: number; readonly byPartner: Map<number, number> }>()
  const addShare = (accountId: number, orderId: number, partnerId: number, quantity: number) => {
    if (accountId < firstUserId) return
    const ofOrder = shares.get(orderId) ?? new Map<number, number>()
    ofOrder.set(partnerId, (ofOrder.get(partnerId) ?? 0) + quantity)
    shares.set(orderId, ofOrder)
  }
  const addOrder = (accountId: number, orderId: number) => {
    const partnerId = mainPartner(shares.get(orderId))
    if (partnerId === null) return
    const own = orders.get(accountId) ?? { counted: 0, byPartner: new Map<number, number>() }
    if (own.counted >= ordersMax) return
    own.counted += 1
    own.byPartner.set(partnerId, (own.byPartner.get(partnerId) ?? 0) + 1)
    orders.set(accountId, own)
  }
  return {
    add(events) {
      for (const event of events) {
        if (event.kind === 'traded') {
          const { makerAccountId: maker, takerAccountId: taker, quantity } = event
          addShare(maker, event.makerOrderId, taker, quantity)
          addShare(taker, event.takerOrderId, maker, quantity)
        }
        if (event.kind !== 'order_closed') continue
        if (event.reason === 'filled') addOrder(event.accountId, event.orderId)
        shares.delete(event.orderId)
      }
    },
    result: () => new Map([...orders].map(([accountId, { byPartner }]) => [accountId, byPartner])),
  }
}

/** Of two that filled as much, the older account. */
function mainPartner(ofOrder: ReadonlyMap<number, number> | undefined): number | null {
  const most = [...(ofOrder ?? [])].toSorted(
    ([one, share], [other, otherShare]) => otherShare - share || one - other,
  )
  return most[0]?.[0] ?? null
}
