/** Counts filled orders by the account that filled most of each, from the engine's events; pure. */
import { type CoreEvent, firstUserId } from '@tukar/core'

/** Orders of each account by the account that filled most of each. */
export type OrdersByPartner = ReadonlyMap<number, ReadonlyMap<number, number>>

export type FilledOrders = {
  /** Adds events, in the order of their decision. */
  add(events: readonly CoreEvent[]): void
  result(): OrdersByPartner
}

/**
 * Counts completely filled orders of users. Fills before the first event are not seen.
 *
 * @param ordersMax orders of an account that are counted, the first ones
 */
export function countFilled(ordersMax: number): FilledOrders {
  /** The quantity that each counterparty filled of an open order. */
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

/** With equal shares, the older account wins. */
function mainPartner(ofOrder: ReadonlyMap<number, number> | undefined): number | null {
  const most = [...(ofOrder ?? [])].toSorted(
    ([one, share], [other, otherShare]) => otherShare - share || one - other,
  )
  return most[0]?.[0] ?? null
}
