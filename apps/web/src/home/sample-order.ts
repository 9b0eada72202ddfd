/**
 * An order for a budget at the book's prices, for the home page's receipt: as deep as the budget goes,
 * so that all of it fills now. The same rules as a real buy: whole lots, never above the budget.
 */
import {
  mulDivFloor,
  type BaseUnits,
  currencyUnits,
  type PriceUnits,
  priceUnits,
} from '@tukar/money'
import type { Level } from '../feed/levels.ts'

export type SampleOrder = {
  readonly price: PriceUnits
  readonly quantity: BaseUnits
}

/**
 * Returns the order, null where the budget buys no lot or the book holds less than it.
 *
 * @param budget quote units
 * @param levels the other side, best first: price units and base units
 * @param lot base units
 * @param baseScale 10 to the power of the base's decimals
 */
export function sampleOrder(
  budget: number,
  levels: readonly Level[],
  lot: number,
  baseScale: number,
): SampleOrder | null {
  let worth = 0
  for (const level of levels) {
    worth += mulDivFloor(level.price, level.quantity, baseScale)
    if (worth < budget) continue
    const whole = mulDivFloor(budget, baseScale, level.price)
    const quantity = whole - (whole % lot)
    if (quantity <= 0) return null
    return { price: priceUnits(level.price), quantity: currencyUnits(quantity) }
  }
  return null
}
