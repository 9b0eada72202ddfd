/**
 * The life of an accepted order in its command: hold, matching by price and time at the maker's price,
 * and what becomes of the rest.
 */
import { currencyUnits, type BaseUnits, type CurrencyUnits, type PriceUnits } from '@tukar/money'
import type { PlaceOrder, Side } from './commands.ts'
import type { CloseReason } from './events.ts'
import { fillOrder, type Taker } from './fill-order.ts'
import type { Market } from './market.ts'
import { noSlot } from './order-pool.ts'
import type { World } from './world.ts'

/** Takes the hold of an order that passed every check, matches it, and rests or closes the rest. */
export function acceptOrder(
  world: World,
  market: Market,
  command: PlaceOrder,
  trader: number,
  quantity: BaseUnits,
  hold: CurrencyUnits,
): void {
  const { accountId, marketId, side, price, timeInForce, postOnly } = command
  const { traders } = world
  const payingRow = side === 'buy' ? traders.quoteRow(trader) : traders.baseRow(trader)
  world.ledger.hold(payingRow, hold)
  world.lastOrderId += 1
  const orderId = world.lastOrderId
  world.emit({
    kind: 'order_accepted',
    orderId,
    accountId,
    marketId,
    side,
    price,
    quantity,
    timeInForce,
    postOnly,
    hold,
  })
  const taker: Taker = { orderId, accountId, trader, side, price, remaining: quantity, held: hold }
  const isFillable = timeInForce !== 'FOK' || fillsWhole(world, market, taker)
  const isStopped = isFillable && matchOrder(world, market, taker)
  if (taker.remaining === 0) return closeTaker(world, market, taker, 'filled')
  if (!isFillable) return closeTaker(world, market, taker, 'fok_unfilled')
  if (isStopped) return closeTaker(world, market, taker, 'self_trade')
  if (timeInForce !== 'GTC') return closeTaker(world, market, taker, 'ioc_rest')
  const remaining = currencyUnits(taker.remaining)
  const rested = {
    kind: 'order_rested',
    orderId,
    accountId,
    marketId,
    side,
    price,
    remaining,
  } as const
  world.rest(market, trader, rested)
  world.emit(rested)
}

/** Whether an order at this price would take from the other side. */
export function crosses(world: World, market: Market, side: Side, price: PriceUnits): boolean {
  const slot = market.side(side === 'buy' ? 'sell' : 'buy').best()
  return slot !== noSlot && isWithin(side, price, world.pool.price(slot))
}

/** Whether a maker's price is as good as a taker's limit, or better. */
function isWithin(side: Side, limit: number, makerPrice: number): boolean {
  return side === 'buy' ? makerPrice <= limit : makerPrice >= limit
}

/** Whether a FOK order fills at once by what stands before its owner's own first order. */
function fillsWhole(world: World, market: Market, taker: Taker): boolean {
  const { pool } = world
  const other = market.side(taker.side === 'buy' ? 'sell' : 'buy')
  let missing = taker.remaining
  for (let slot = other.best(); slot !== noSlot && missing > 0; slot = other.after(slot)) {
    if (!isWithin(taker.side, taker.price, pool.price(slot))) return false
    if (pool.trader(slot) === taker.trader) return false
    missing -= pool.remaining(slot)
  }
  return missing <= 0
}

/** Fills against the best orders until the limit; true if it stopped before its owner's own order. */
function matchOrder(world: World, market: Market, taker: Taker): boolean {
  const { pool } = world
  const other = market.side(taker.side === 'buy' ? 'sell' : 'buy')
  while (taker.remaining > 0) {
    const slot = other.best()
    if (slot === noSlot || !isWithin(taker.side, taker.price, pool.price(slot))) return false
    if (pool.trader(slot) === taker.trader) return true
    fillOrder(world, market, taker, slot)
  }
  return false
}

/** Ends the incoming order, which never rested, and gives back what is still held for it. */
function closeTaker(world: World, market: Market, taker: Taker, reason: CloseReason): void {
  const { orderId, accountId, trader, side, price } = taker
  const released = currencyUnits(taker.held)
  if (released > 0) {
    const { ledger, traders } = world
    ledger.release(side === 'buy' ? traders.quoteRow(trader) : traders.baseRow(trader), released)
  }
  world.emit({
    kind: 'order_closed',
    orderId,
    accountId,
    marketId: market.rules.marketId,
    side,
    price,
    reason,
    remaining: currencyUnits(taker.remaining),
    released,
    rested: false,
  })
}
