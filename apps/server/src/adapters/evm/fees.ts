/**
 * Gas prices: the price of the next block within our caps, and the price of a replacement for a pending
 * transaction.
 */

const half = 50
/** Number of blocks whose tips are sampled. */
export const feeBlocks = 5
/** Percentile of tips that is requested for each block. */
export const feePercentiles: readonly number[] = [half]
/** Nodes require 10 % more for a replacement, some 12.5 %. */
const bumpPermille = 1_125n
const permille = 1_000n

export type GasFees = {
  /** Maximum price in wei per gas. */
  readonly maxFeePerGas: bigint
  /** Tip for the block producer in wei per gas. */
  readonly maxPriorityFeePerGas: bigint
}

export type FeeLimits = {
  /** Minimum tip in wei per gas; zero on chains without tips. */
  readonly tipMin: bigint
  readonly tipMax: bigint
  /** Maximum price in wei per gas; where gas costs more, transactions wait. */
  readonly feePerGasMax: bigint
  /** Maximum gas of a call. */
  readonly gasLimitMax: bigint
}

/** Result of `eth_feeHistory`. The last base fee is that of the next block. */
export type FeeHistory = {
  readonly baseFees: readonly bigint[]
  /** Median tips of the blocks that had transactions. */
  readonly tips: readonly bigint[]
}

/**
 * Prices to offer. They cover a doubling of the base fee before a replacement is needed.
 *
 * @returns null where the price of the next block is above the cap
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
 * Prices of a replacement with the same nonce (ATT-95): both an eighth higher, or the market's if higher.
 *
 * @param market null while the market is above the cap
 * @returns null where a price would be above the cap
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

/** Maximum fee in wei for this much gas. */
export function feeMaxOf({ maxFeePerGas }: GasFees, gasLimit: bigint): bigint {
  return maxFeePerGas * gasLimit
}

/** The estimate plus a fifth, up to the cap; null where the estimate alone is above the cap. */
export function gasLimitFrom(estimate: bigint, { gasLimitMax }: FeeLimits): bigint | null {
  if (estimate > gasLimitMax) return null
  return smaller((estimate * 6n + 4n) / 5n, gasLimitMax)
}

function bumped(price: bigint): bigint {
  // Rounded up, so that a price of zero grows too.
  return larger((price * bumpPermille + permille - 1n) / permille, price + 1n)
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
