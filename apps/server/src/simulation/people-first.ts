/**
 * People's orders that stand in the book only just now: the house leaves them to other people for a
 * while, so that two who try the exchange together can trade with each other.
 */
import { firstUserId } from '@tukar/core'
import type { CommittedBatch } from '../engine/port.ts'
import type { Side } from './market.ts'

type Resting = {
  readonly marketId: number
  readonly side: Side
  readonly price: number
  readonly sinceMs: number
}

export type PeopleFirst = {
  follow(batch: CommittedBatch): void
  /** Whether an order on `takerSide` up to this price would meet one that is to be left alone. */
  isReserved(marketId: number, takerSide: Side, price: number, nowMs: number): boolean
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
    isReserved(marketId, takerSide, price, nowMs) {
      for (const [orderId, order] of resting) {
        if (order.sinceMs + reservedMs < nowMs) resting.delete(orderId)
        else if (order.marketId === marketId && isMet(order, takerSide, price)) return true
      }
      return false
    },
  }
}

function isMet(order: Resting, takerSide: Side, price: number): boolean {
  if (order.side === takerSide) return false
  return takerSide === 'buy' ? order.price <= price : order.price >= price
}
