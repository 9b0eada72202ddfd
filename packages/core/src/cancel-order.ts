/**
 * Cancels one order, or all orders of an account. Each cancel releases exactly the rest of the order's hold.
 */
import { buyHold, currencyUnits, priceUnits } from '@tukar/money'
import { namedAccount } from './accounts.ts'
import type { CancelAllOrders, CancelOrder } from './commands.ts'
import { closeCodes } from './state/event-buffer.ts'
import { InvariantViolation } from './invariant.ts'
import { noRecord } from './state/layout.ts'
import type { Market } from './state/market.ts'
import type { ExchangeState } from './state/exchange-state.ts'

const { user } = closeCodes

/**
 * Applies a `cancel` command; refuses with `order.not_open` if the order is unknown, closed or of another
 * account.
 */
export function cancelOrder(state: ExchangeState, { accountId, orderId }: CancelOrder): void {
  const { pool } = state
  const slot = pool.find(orderId)
  if (slot === noRecord || pool.accountId(slot) !== accountId) {
    return state.refuse('order.not_open')
  }
  const market = findMarket(state, slot)
  if (market.state === 'halted') return state.refuse('market.halted')
  cancelResting(state, market, slot)
}

/** Applies a `cancel_all` command; orders in halted markets stay open. */
export function cancelAllOrders(state: ExchangeState, command: CancelAllOrders): void {
  const { accountId, marketId } = command
  if (marketId !== null) {
    const market = state.markets[marketId]
    if (market === undefined) return state.refuse('market.unknown')
    if (market.state === 'halted') return state.refuse('market.halted')
  }
  const owner = namedAccount(accountId)
  const slots: number[] = []
  for (const { rules, state: marketState } of state.listedMarkets()) {
    if ((marketId !== null && rules.marketId !== marketId) || marketState === 'halted') continue
    const marketAccount = state.marketAccounts.find(owner, rules.marketId)
    for (const slot of state.marketAccounts.openSlots(marketAccount)) slots.push(slot)
  }
  slots.sort((one, other) => state.pool.orderId(one) - state.pool.orderId(other))
  for (const slot of slots) cancelResting(state, findMarket(state, slot), slot)
  state.emit({ kind: 'orders_canceled', accountId, marketId, count: slots.length })
}

function findMarket(state: ExchangeState, slot: number): Market {
  const market = state.markets[state.pool.marketId(slot)]
  if (market === undefined) throw new InvariantViolation('an order rests in no market')
  return market
}

function cancelResting(state: ExchangeState, market: Market, slot: number): void {
  const { pool, marketAccounts } = state
  const isSell = pool.isSell(slot)
  const remaining = currencyUnits(pool.remaining(slot))
  const released = isSell
    ? remaining
    : buyHold(priceUnits(pool.price(slot)), remaining, market.baseScale)
  state.ledger.release(marketAccounts.payingRow(pool.marketAccount(slot), isSell), released)
  state.eventBuffer.closed(slot, user, released, true)
  state.removeFromBook(market, slot)
}
