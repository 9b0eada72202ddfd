/**
 * The life of an accepted order in its command: hold, matching by price and time at the maker's price,
 * and what becomes of the rest.
 */
import type { PlaceOrder } from './commands.ts'
import type { CloseReason } from './events.ts'
import { fillOrder } from './fill-order.ts'
import type { Market } from './market.ts'
import { noSlot } from './order-pool.ts'
import type { World } from './world.ts'

/** Matches an order whose hold is taken, and rests or closes what is left of it. */
export function matchAndRest(
  world: World,
  market: Market,
  command: PlaceOrder,
  taker: number,
): void {
  const { pool } = world
  const { timeInForce } = command
  const isFillable = timeInForce !== 'FOK' || fillsWhole(world, market, taker)
  const isStopped = isFillable && matchOrder(world, market, taker)
  if (pool.remaining(taker) === 0) return closeTaker(world, taker, 'filled')
  if (!isFillable) return closeTaker(world, taker, 'fok_unfilled')
  if (isStopped) return closeTaker(world, taker, 'self_trade')
  if (timeInForce !== 'GTC') return closeTaker(world, taker, 'ioc_rest')
  world.rest(market, taker)
  world.tape.rested(taker)
}

/** Whether an order at this price would take from the other side. */
export function crosses(world: World, market: Market, isSell: boolean, price: number): boolean {
  const slot = market.sideOf(!isSell).best()
  return slot !== noSlot && isWithin(isSell, price, world.pool.price(slot))
}

/** Whether a maker's price is as good as a taker's limit, or better. */
function isWithin(takerSells: boolean, limit: number, makerPrice: number): boolean {
  return takerSells ? makerPrice >= limit : makerPrice <= limit
}

/** Whether a FOK order fills at once by what stands before its owner's own first order. */
function fillsWhole(world: World, market: Market, taker: number): boolean {
  const { pool } = world
  const takerSells = pool.isSell(taker)
  const limit = pool.price(taker)
  const other = market.sideOf(!takerSells)
  let missing = pool.remaining(taker)
  for (let slot = other.best(); slot !== noSlot && missing > 0; slot = other.after(slot)) {
    if (!isWithin(takerSells, limit, pool.price(slot))) return false
    if (pool.trader(slot) === pool.trader(taker)) return false
    missing -= pool.remaining(slot)
  }
  return missing <= 0
}

/** Fills against the best orders until the limit; true if it stopped before its owner's own order. */
function matchOrder(world: World, market: Market, taker: number): boolean {
  const { pool } = world
  const takerSells = pool.isSell(taker)
  const other = market.sideOf(!takerSells)
  while (pool.remaining(taker) > 0) {
    const maker = other.best()
    if (maker === noSlot) return false
    if (!isWithin(takerSells, pool.price(taker), pool.price(maker))) return false
    if (pool.trader(maker) === pool.trader(taker)) return true
    fillOrder(world, market, taker, maker)
  }
  return false
}

/** Ends the incoming order, which never rested, and gives back what is still held for it. */
function closeTaker(world: World, taker: number, reason: CloseReason): void {
  const { pool, traders } = world
  const released = world.takerHeld
  if (released > 0) {
    const trader = pool.trader(taker)
    const row = pool.isSell(taker) ? traders.baseRow(trader) : traders.quoteRow(trader)
    world.ledger.release(row, released)
  }
  world.tape.closed(taker, reason, released, false)
  pool.give(taker)
}
