/** Prices of gas: what the next block asks, within our caps, and what replaces a transaction that waits. */

const half = 50
/** Blocks whose tips tell what is usual. */
export const feeBlocks = 5
/** The percentile of tips asked for of each of them. */
export const feePercentiles: readonly number[] = [half]
/** Nodes want 10 % more of a replacement, some 12.5 %. */
const bumpPermille = 1_125n
const permille = 1_000n

export type GasFees = {
  /** Wei a gas, at most. */
  readonly maxFeePerGas: bigint
  /** Wei a gas for who makes the block. */
  readonly maxPriorityFeePerGas: bigint
}

export type FeeLimits = {
  /** Wei a gas; zero on chains without tips. */
  readonly tipMin: bigint
  readonly tipMax: bigint
  /** Wei a gas: above it nothing is sent, it waits. */
  readonly feePerGasMax: bigint
  /** Gas that a call may ask for. */
  readonly gasLimitMax: bigint
}

/** `eth_feeHistory` as read: the last base fee is that of the next block. */
export type FeeHistory = {
  readonly baseFees: readonly bigint[]
  /** Median tips of the blocks that had transactions. */
  readonly tips: readonly bigint[]
}

/**
 * What to offer so that the price may double before we have to offer again.
 *
 * @returns null where the next block alone asks more than the cap
 */
export function feesFrom({ baseFees, tips }: FeeHistory, limits: FeeLimits): GasFees | null {
  const baseFee = baseFees.at(-1)
  if (baseFee === undefined) return null
  const sorted = tips.toSorted((a, b) => (a < b ? -1 : Number(a > b)))
  const usual = sorted.at(Math.floor(sorted.length / 2)) ?? limits.tipMin
  const tip = smaller(larger(usual, limits.tipMin), limits.tipMax)
  if (baseFee + tip > limits.feePerGasMax) return null
  return {
    maxFeePerGas: smaller(baseFee * 2n + tip, limits.feePerGasMax),
    maxPriorityFeePerGas: tip,
  }
}

/**
 * What replaces a transaction of the same nonce (ATT-95): both prices an eighth higher, or the market's.
 *
 * @param market null while the market is above the cap
 * @returns null where it would pass the cap
 */
export function bumpedFees(
  previous: GasFees,
  market: GasFees | null,
  limits: FeeLimits,
): GasFees | null {
  const tip = larger(bumped(previous.maxPriorityFeePerGas), market?.maxPriorityFeePerGas ?? 0n)
  const fee = larger(bumped(previous.maxFeePerGas), market?.maxFeePerGas ?? 0n)
  const maxFeePerGas = larger(fee, tip)
  if (maxFeePerGas > limits.feePerGasMax) return null
  return { maxFeePerGas, maxPriorityFeePerGas: tip }
}

/** Wei at most for this much gas. */
export function feeMaxOf({ maxFeePerGas }: GasFees, gasLimit: bigint): bigint {
  return maxFeePerGas * gasLimit
}

/** An estimate with a fifth on top, or null where the cap is below the estimate itself. */
export function gasLimitFrom(estimate: bigint, { gasLimitMax }: FeeLimits): bigint | null {
  if (estimate > gasLimitMax) return null
  return smaller((estimate * 6n + 4n) / 5n, gasLimitMax)
}

function bumped(price: bigint): bigint {
  // Rounded up; and a price of zero has to grow too.
  return larger((price * bumpPermille + permille - 1n) / permille, price + 1n)
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
