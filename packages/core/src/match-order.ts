/**
 * The life of an accepted order within its command: matching by price and time at the maker's price, then
 * resting or closing the remainder. Placement has already taken its hold.
 */
import type { TimeInForce } from './commands.ts'
import { closeCodes } from './state/event-buffer.ts'
import { fillOrder } from './fill-order.ts'
import { noRecord } from './state/layout.ts'
import type { Market } from './state/market.ts'
import type { ExchangeState } from './state/exchange-state.ts'

/** Matches an accepted order, and rests or closes the remainder. */
export function matchAndRest(
  state: ExchangeState,
  market: Market,
  timeInForce: TimeInForce,
  taker: number,
): void {
  const { pool } = state
  const isFillable = timeInForce !== 'FOK' || fillsWhole(state, market, taker)
  const isStopped = isFillable && matchOrder(state, market, taker)
  if (pool.remaining(taker) === 0) return closeTaker(state, taker, closeCodes.filled)
  if (!isFillable) return closeTaker(state, taker, closeCodes.fok_unfilled)
  if (isStopped) return closeTaker(state, taker, closeCodes.self_trade)
  if (timeInForce !== 'GTC') return closeTaker(state, taker, closeCodes.ioc_rest)
  state.addToBook(market, taker)
  state.eventBuffer.rested(taker)
}

/** Whether a FOK order can be filled completely by the orders ahead of its owner's own first order. */
function fillsWhole(state: ExchangeState, market: Market, taker: number): boolean {
  const { pool } = state
  const takerSells = pool.isSell(taker)
  const limit = pool.price(taker)
  const other = market.sideOf(!takerSells)
  let missing = pool.remaining(taker)
  for (let slot = other.best(); slot !== noRecord && missing > 0; slot = other.after(slot)) {
    const price = pool.price(slot)
    if (takerSells ? price < limit : price > limit) return false
    if (pool.marketAccount(slot) === pool.marketAccount(taker)) return false
    missing -= pool.remaining(slot)
  }
  return missing <= 0
}

/**
 * Fills against the best orders up to the limit price. Returns true if it stopped at an order of the same
 * owner.
 */
function matchOrder(state: ExchangeState, market: Market, taker: number): boolean {
  const { pool } = state
  const other = market.sideOf(!pool.isSell(taker))
  const limit = pool.price(taker)
  while (other.reaches(limit) && pool.remaining(taker) > 0) {
    const maker = other.best()
    if (pool.marketAccount(maker) === pool.marketAccount(taker)) return true
    fillOrder(state, market, taker, maker)
  }
  return false
}

/** Closes the incoming order, which never rested, and releases the rest of its hold. */
function closeTaker(state: ExchangeState, taker: number, reason: number): void {
  const { pool, marketAccounts } = state
  const released = state.takerHeld
  if (released > 0) {
    const marketAccount = pool.marketAccount(taker)
    state.ledger.release(marketAccounts.payingRow(marketAccount, pool.isSell(taker)), released)
  }
  state.eventBuffer.closed(taker, reason, released, false)
  pool.freeSlot(taker)
}
