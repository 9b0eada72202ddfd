/** Canceling one order or all of an account: each gives back exactly what is left of its hold. */
import { buyHold, type BaseUnits, type CurrencyUnits, type PriceUnits } from '@tukar/money'
import type { CancelAllOrders, CancelOrder } from './commands.ts'
import { noSlot } from './order-pool.ts'
import type { World } from './world.ts'

/** Applies a `cancel` command; an order that is unknown, closed or another's is `order.not_open`. */
export function cancelOrder(world: World, command: CancelOrder): void {
  const { pool } = world
  const slot = pool.slotOf(command.orderId)
  if (slot === noSlot || pool.accountIds[slot] !== command.accountId) {
    return world.refuse('order.not_open')
  }
  if (world.market(pool.marketId(slot)).state === 'halted') return world.refuse('market.halted')
  cancelResting(world, slot)
}

/** Applies a `cancel_all` command; markets that are halted keep their orders. */
export function cancelAllOrders(world: World, command: CancelAllOrders): void {
  const { accountId, marketId } = command
  if (marketId !== null) {
    const market = world.markets.get(marketId)
    if (market === undefined) return world.refuse('market.unknown')
    if (market.state === 'halted') return world.refuse('market.halted')
  }
  let count = 0
  for (const market of world.markets.values()) {
    const id = market.rules.marketId
    if ((marketId !== null && id !== marketId) || market.state === 'halted') continue
    for (
      let slot = world.openOrders.first(accountId, id);
      slot !== noSlot;
      slot = world.openOrders.first(accountId, id)
    ) {
      cancelResting(world, slot)
      count += 1
    }
  }
  world.emit({ kind: 'orders_canceled', accountId, marketId, count })
}

function cancelResting(world: World, slot: number): void {
  const { pool } = world
  const market = world.market(pool.marketId(slot))
  const side = pool.side(slot)
  const price = pool.prices[slot] as PriceUnits
  const remaining = pool.remainings[slot] as BaseUnits
  const orderId = pool.orderIds[slot] as number
  const accountId = pool.accountIds[slot] as number
  const released: CurrencyUnits =
    side === 'buy' ? buyHold(price, remaining, market.baseScale) : remaining
  const payingId = side === 'buy' ? market.rules.quoteId : market.rules.baseId
  world.unrest(slot)
  const row = world.ledger.row(accountId, payingId)
  world.ledger.move(released, row, 'held', row, 'available')
  const { marketId } = market.rules
  world.emit({
    kind: 'order_closed',
    orderId,
    accountId,
    marketId,
    side,
    price,
    reason: 'user',
    remaining,
    released,
    rested: true,
  })
}
