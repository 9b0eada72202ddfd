/** Placing an order: reading its size, and the checks in the order of R-11. */
import {
  buyHold,
  currencyUnits,
  downToMultiple,
  findOrderFault,
  outOfRange,
  quantityForBudget,
  unitsMax,
  zeroUnits,
  type BaseUnits,
  type CurrencyUnits,
  type QuoteUnits,
} from '@tukar/money'
import { isTradingAccount, namedAccount } from './accounts.ts'
import type { PlaceOrder } from './commands.ts'
import { accountIdMax } from './state/ledger.ts'
import type { Market } from './state/market.ts'
import { matchAndRest } from './match-order.ts'
import type { ExchangeState } from './state/exchange-state.ts'

/** Applies a `place` command: emits the events of its immediate execution, or a single refusal. */
export function placeOrder(state: ExchangeState, command: PlaceOrder): void {
  const { marketId, side, price, timeInForce } = command
  const accountId = namedAccount(command.accountId)
  const market = state.markets[marketId]
  if (market === undefined) return state.refuse('market.unknown')
  if (market.state === 'halted') return state.refuse('market.halted')
  if (market.state === 'cancel_only') return state.refuse('market.cancel_only')
  if (state.suspended.size > 0 && state.suspended.has(accountId)) {
    return state.refuse('account.suspended')
  }
  const { marketAccounts, ledger, pool } = state
  const { rules, baseScale } = market
  const isSell = side === 'sell'
  let marketAccount = marketAccounts.find(accountId, marketId)
  const payingRow =
    marketAccount >= 0
      ? marketAccounts.payingRow(marketAccount, isSell)
      : ledger.find(accountId, isSell ? rules.baseId : rules.quoteId)
  const available = ledger.available(payingRow)
  const quantity = readQuantity(command, market, available)
  const fault = findOrderFault(rules, market.band(side), baseScale, price, quantity)
  if (fault !== null) return state.refuse(fault.code, fault.params)
  // Only orders that may rest count: an IOC or FOK order cannot fill the book.
  if (timeInForce === 'GTC' && marketAccounts.openCount(marketAccount) >= rules.openOrdersMax) {
    return state.refuse('order.too_many_open', { openOrdersMax: rules.openOrdersMax })
  }
  const hold = isSell ? quantity : buyHold(price, quantity, baseScale)
  if (hold > available) {
    return state.refuse('order.insufficient_balance', { needed: hold, available })
  }
  if (command.postOnly && market.sideOf(!isSell).reaches(price)) {
    return state.refuse('order.post_only_would_take')
  }
  if (!isTradingAccount(accountId) || accountId > accountIdMax) {
    return state.refuse('account.not_a_user')
  }

  // All checks passed: take the hold and match.
  if (marketAccount < 0) marketAccount = marketAccounts.open(accountId, rules)
  ledger.hold(marketAccounts.payingRow(marketAccount, isSell), hold)
  state.takerHeld = hold
  state.lastOrderId += 1
  const taker = pool.allocate(state.lastOrderId, marketAccount, isSell, price, quantity)
  state.eventBuffer.accepted(taker, timeInForce, command.postOnly, hold)
  matchAndRest(state, market, timeInForce, taker)
}

/** The quantity of the command; `outOfRange` if it is too large. */
function readQuantity(command: PlaceOrder, market: Market, available: CurrencyUnits): BaseUnits {
  const { size, side } = command
  if (size.by === 'quantity') return size.quantity
  if (size.by === 'budget') return quantityFor(size.budget, command, market)
  if (side === 'buy') return quantityFor(available, command, market)
  return currencyUnits(downToMultiple(available, market.rules.lot))
}

/** The quantity that a budget buys at the command's price; 0 if budget or price is invalid. */
function quantityFor(budget: QuoteUnits, { price }: PlaceOrder, market: Market): BaseUnits {
  if (budget > unitsMax) return currencyUnits(outOfRange)
  if (!Number.isSafeInteger(budget) || budget < 0) return zeroUnits
  if (!Number.isSafeInteger(price) || price <= 0) return zeroUnits
  return quantityForBudget(budget, price, market.baseScale, market.rules.lot)
}
