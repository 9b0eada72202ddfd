/** Placing an order: what it asks for, and the checks in the order of R-11. */
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
import { isTraderAccount, namedAccount } from './accounts.ts'
import type { PlaceOrder } from './commands.ts'
import { accountIdMax } from './ledger.ts'
import type { Market } from './market.ts'
import { matchAndRest } from './match-order.ts'
import type { World } from './world.ts'

/** Applies a `place` command: the events of what it does at once, or a single refusal. */
export function placeOrder(world: World, command: PlaceOrder): void {
  const { marketId, side, price, timeInForce } = command
  const accountId = namedAccount(command.accountId)
  const market = world.markets[marketId]
  if (market === undefined) return world.refuse('market.unknown')
  if (market.state === 'halted') return world.refuse('market.halted')
  if (market.state === 'cancel_only') return world.refuse('market.cancel_only')
  if (world.suspended.size > 0 && world.suspended.has(accountId)) {
    return world.refuse('account.suspended')
  }
  const { traders, ledger, pool } = world
  const { rules, baseScale } = market
  const isSell = side === 'sell'
  let trader = traders.find(accountId, marketId)
  const payingRow =
    trader >= 0
      ? traders.payingRow(trader, isSell)
      : ledger.find(accountId, isSell ? rules.baseId : rules.quoteId)
  const available = ledger.available(payingRow)
  const quantity = quantityOf(command, market, available)
  const fault = findOrderFault(rules, market.band(side), baseScale, price, quantity)
  if (fault !== null) return world.refuse(fault.code, fault.params)
  // Only what may rest counts: an order that lives for a moment cannot fill the book.
  if (timeInForce === 'GTC' && traders.openCount(trader) >= rules.openOrdersMax) {
    return world.refuse('order.too_many_open', { openOrdersMax: rules.openOrdersMax })
  }
  const hold = isSell ? quantity : buyHold(price, quantity, baseScale)
  if (hold > available) {
    return world.refuse('order.insufficient_balance', { needed: hold, available })
  }
  if (command.postOnly && market.sideOf(!isSell).reaches(price)) {
    return world.refuse('order.post_only_would_take')
  }
  if (!isTraderAccount(accountId) || accountId > accountIdMax) {
    return world.refuse('account.not_a_user')
  }

  // It passed every check: its hold is taken, and it meets the other side.
  if (trader < 0) trader = traders.open(accountId, rules)
  ledger.hold(traders.payingRow(trader, isSell), hold)
  world.takerHeld = hold
  world.lastOrderId += 1
  const taker = pool.take(world.lastOrderId, trader, isSell, price, quantity)
  world.tape.accepted(taker, timeInForce, command.postOnly, hold)
  matchAndRest(world, market, timeInForce, taker)
}

/** The quantity that the command asks for; `outOfRange` if it is too big to be one. */
function quantityOf(command: PlaceOrder, market: Market, available: CurrencyUnits): BaseUnits {
  const { size, side } = command
  if (size.by === 'quantity') return size.quantity
  if (size.by === 'budget') return quantityFor(size.budget, command, market)
  if (side === 'buy') return quantityFor(available, command, market)
  return currencyUnits(downToMultiple(available, market.rules.lot))
}

/** What a budget buys at the command's price; what is no budget or no price buys nothing. */
function quantityFor(budget: QuoteUnits, { price }: PlaceOrder, market: Market): BaseUnits {
  if (budget > unitsMax) return currencyUnits(outOfRange)
  if (!Number.isSafeInteger(budget) || budget < 0) return zeroUnits
  if (!Number.isSafeInteger(price) || price <= 0) return zeroUnits
  return quantityForBudget(budget, price, market.baseScale, market.rules.lot)
}
