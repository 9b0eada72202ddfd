/**
 * The life of an accepted order in its command: matching by price and time at the maker's price, and what
 * becomes of the rest. Its hold was taken where it was placed.
 */
import type { TimeInForce } from './commands.ts'
import { closeCodes } from './event-tape.ts'
import { fillOrder } from './fill-order.ts'
import { noPlace } from './layout.ts'
import type { Market } from './market.ts'
import type { World } from './world.ts'

/** Matches an order whose hold is taken, and rests or closes what is left of it. */
export function matchAndRest(
  world: World,
  market: Market,
  timeInForce: TimeInForce,
  taker: number,
): void {
  const { pool } = world
  const isFillable = timeInForce !== 'FOK' || fillsWhole(world, market, taker)
  const isStopped = isFillable && matchOrder(world, market, taker)
  if (pool.remaining(taker) === 0) return closeTaker(world, taker, closeCodes.filled)
  if (!isFillable) return closeTaker(world, taker, closeCodes.fok_unfilled)
  if (isStopped) return closeTaker(world, taker, closeCodes.self_trade)
  if (timeInForce !== 'GTC') return closeTaker(world, taker, closeCodes.ioc_rest)
  world.rest(market, taker)
  world.tape.rested(taker)
}

/** Whether a FOK order fills at once by what stands before its owner's own first order. */
function fillsWhole(world: World, market: Market, taker: number): boolean {
  const { pool } = world
  const takerSells = pool.isSell(taker)
  const limit = pool.price(taker)
  const other = market.sideOf(!takerSells)
  let missing = pool.remaining(taker)
  for (let slot = other.best(); slot !== noPlace && missing > 0; slot = other.after(slot)) {
    const price = pool.price(slot)
    if (takerSells ? price < limit : price > limit) return false
    if (pool.trader(slot) === pool.trader(taker)) return false
    missing -= pool.remaining(slot)
  }
  return missing <= 0
}

/** Fills against the best orders until the limit; true if it stopped before its owner's own order. */
function matchOrder(world: World, market: Market, taker: number): boolean {
  const { pool } = world
  const other = market.sideOf(!pool.isSell(taker))
  const limit = pool.price(taker)
  while (other.reaches(limit) && pool.remaining(taker) > 0) {
    const maker = other.best()
    if (pool.trader(maker) === pool.trader(taker)) return true
    fillOrder(world, market, taker, maker)
  }
  return false
}

/** Ends the incoming order, which never rested, and gives back what is still held for it. */
function closeTaker(world: World, taker: number, reason: number): void {
  const { pool, traders } = world
  const released = world.takerHeld
  if (released > 0) {
    const trader = pool.trader(taker)
    world.ledger.release(traders.payingRow(trader, pool.isSell(taker)), released)
  }
  world.tape.closed(taker, reason, released, false)
  pool.give(taker)
}
