/**
 * Recent resting orders of users. The market makers do not fill them or quote ahead of them for a while, so that two
 * users who try the exchange together can trade with each other.
 */
import { firstUserId } from '@tukar/core'
import type { CommittedBatch } from '../engine/port.ts'
import { isBetter, type Side } from './market.ts'

type Resting = {
  readonly marketId: number
  readonly side: Side
  readonly price: number
  readonly sinceMs: number
}

export type RecentUserOrders = {
  follow(batch: CommittedBatch): void
  /** Price of the best recent order of a user on this side; null where there is none. */
  bestPrice(marketId: number, side: Side, nowMs: number): number | null
}

const reservedMs = 30_000
/** Maximum number of orders that are tracked; the oldest are dropped first. */
const followedMax = 10_000

/** Tracks orders in committed batches from now on. */
export function createRecentUserOrders(): RecentUserOrders {
  const resting = new Map<number, Resting>()
  return {
    follow({ timeMs, commands }) {
      for (const { events } of commands) {
        for (const event of events) {
          if (event.kind === 'order_closed') resting.delete(event.orderId)
          if (event.kind !== 'order_rested' || event.accountId < firstUserId) continue
          const { orderId, marketId, side, price } = event
          resting.set(orderId, { marketId, side, price, sinceMs: timeMs })
        }
      }
      for (const orderId of resting.keys()) {
        if (resting.size <= followedMax) break
        resting.delete(orderId)
      }
    },
    bestPrice(marketId, side, nowMs) {
      let best: number | null = null
      for (const [orderId, order] of resting) {
        if (order.sinceMs + reservedMs < nowMs) resting.delete(orderId)
        else if (order.marketId === marketId && order.side === side) {
          if (best === null || isBetter(side, order.price, best)) best = order.price
        }
      }
      return best
    },
  }
}
