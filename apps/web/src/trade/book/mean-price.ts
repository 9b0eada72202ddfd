/** What is traded at one price. */
export type Part = {
  /** Price units. */
  readonly price: number
  /** Base units. */
  readonly quantity: number
}

/**
 * The mean of the parts' prices, each as often as its quantity, rounded down to a price unit. Prices are
 * exact; what was paid is rounded with each fill, and would give a price at which nobody traded.
 *
 * @param parts of at least one unit together
 */
export function meanPrice(parts: readonly Part[]): number {
  let sum = 0n
  let total = 0n
  for (const { price, quantity } of parts) {
    sum += BigInt(price) * BigInt(quantity)
    total += BigInt(quantity)
  }
  return Number(sum / total)
}
