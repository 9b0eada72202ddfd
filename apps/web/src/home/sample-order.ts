/**
 * An order for a budget at the current prices of the book, for the home page's receipt. Its limit price is
 * deep enough to fill all of it at once. The rules of a real buy order apply: whole lots, never above the
 * budget.
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
 * Returns the order; null if the budget buys no lot or exceeds the book.
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
