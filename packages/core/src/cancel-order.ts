/** Canceling one order or all of an account: each gives back exactly what is left of its hold. */
import { buyHold, currencyUnits, priceUnits } from '@tukar/money'
import { namedAccount } from './accounts.ts'
import type { CancelAllOrders, CancelOrder } from './commands.ts'
import { closeCodes } from './event-tape.ts'
import { InvariantViolation } from './invariant.ts'
import { noPlace } from './layout.ts'
import type { Market } from './market.ts'
import type { World } from './world.ts'

const { user } = closeCodes

/** Applies a `cancel` command; an order that is unknown, closed or another's is `order.not_open`. */
export function cancelOrder(world: World, { accountId, orderId }: CancelOrder): void {
  const { pool } = world
  const slot = pool.find(orderId)
  if (slot === noPlace || pool.accountId(slot) !== accountId) {
    return world.refuse('order.not_open')
  }
  const market = marketOf(world, slot)
  if (market.state === 'halted') return world.refuse('market.halted')
  cancelResting(world, market, slot)
}

/** Applies a `cancel_all` command; markets that are halted keep their orders. */
export function cancelAllOrders(world: World, command: CancelAllOrders): void {
  const { accountId, marketId } = command
  if (marketId !== null) {
    const market = world.markets[marketId]
    if (market === undefined) return world.refuse('market.unknown')
    if (market.state === 'halted') return world.refuse('market.halted')
  }
  const owner = namedAccount(accountId)
  const slots: number[] = []
  for (const { rules, state } of world.listedMarkets()) {
    if ((marketId !== null && rules.marketId !== marketId) || state === 'halted') continue
    const trader = world.traders.find(owner, rules.marketId)
    for (const slot of world.traders.openSlots(trader)) slots.push(slot)
  }
  slots.sort((one, other) => world.pool.orderId(one) - world.pool.orderId(other))
  for (const slot of slots) cancelResting(world, marketOf(world, slot), slot)
  world.emit({ kind: 'orders_canceled', accountId, marketId, count: slots.length })
}

function marketOf(world: World, slot: number): Market {
  const market = world.markets[world.pool.marketId(slot)]
  if (market === undefined) throw new InvariantViolation('an order rests in no market')
  return market
}

function cancelResting(world: World, market: Market, slot: number): void {
  const { pool, traders } = world
  const isSell = pool.isSell(slot)
  const remaining = currencyUnits(pool.remaining(slot))
  const released = isSell
    ? remaining
    : buyHold(priceUnits(pool.price(slot)), remaining, market.baseScale)
  world.ledger.release(traders.payingRow(pool.trader(slot), isSell), released)
  world.tape.closed(slot, user, released, true)
  world.unrest(market, slot)
}
