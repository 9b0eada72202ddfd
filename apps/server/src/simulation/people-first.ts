/**
 * People's orders that stand in the book only just now: the house leaves them to other people for a
 * while and does not step in front of them, so that two who try the exchange together can trade with
 * each other.
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

export type PeopleFirst = {
  follow(batch: CommittedBatch): void
  /** Price of the best order of this side that is to be left alone; null where there is none. */
  bestPrice(marketId: number, side: Side, nowMs: number): number | null
}

const reservedMs = 30_000
/** Beyond so many the oldest are not looked after any more. */
const followedMax = 10_000

/** Follows committed batches from now on. */
export function createPeopleFirst(): PeopleFirst {
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
