/** The amount that an open order holds. */
import { buyHold, currencyUnits, priceUnits } from '@tukar/money'
import type { MyOrder } from '../wire.ts'

/** Held units: quote for a buy, rounded up; base for a sell. */
export function heldBy(order: MyOrder, baseScale: number): number {
  if (order.side === 'sell') return order.remaining
  return buyHold(priceUnits(order.price), currencyUnits(order.remaining), baseScale)
}
