/** A quantity at one price. */
export type Part = {
  /** In price units. */
  readonly price: number
  /** In base units. */
  readonly quantity: number
}

/**
 * The mean price weighted by quantity, rounded down to a price unit. It is computed from prices: paid amounts
 * are rounded with each fill and would give a price at which no trade happened.
 *
 * @param fills at least one unit together
 */
export function meanPrice(fills: readonly Part[]): number {
  let sum = 0n
  let total = 0n
  for (const { price, quantity } of fills) {
    sum += BigInt(price) * BigInt(quantity)
    total += BigInt(quantity)
  }
  return Number(sum / total)
}
