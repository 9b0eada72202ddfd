/** Weights and fees of transactions: exact sums, rounded up where a fee would otherwise be too low. */
import { countBytesOf, outputBytesOf } from './scripts.ts'

/** Satoshi per 1,000 virtual bytes. */
export type FeeRate = bigint

export type FeeLimits = {
  /** Minimum rate, whatever the node estimates. */
  readonly floor: FeeRate
  /** Maximum rate; where the network asks for more, transactions wait. */
  readonly cap: FeeRate
  /** Rate where the node has too little data for an estimate. */
  readonly fallback: FeeRate
}

export type FeeQuote =
  | {
      readonly state: 'ready'
      readonly rate: FeeRate
      /** Whether the node's estimate is above the cap, so that the transaction may take longer. */
      readonly isCapped: boolean
    }
  /** The node's minimum is above the cap: wait. */
  | { readonly state: 'overCap'; readonly nodeMinimum: FeeRate }

const rateBytes = 1_000n
const weightPerByte = 4
/** Version, lock time, and the two bytes that mark a transaction with witnesses. */
const frameBytes = 8
const witnessMarkWeight = 2
/** Outpoint, empty script, sequence. */
const inputBytes = 41
/** Number of items, then length and bytes of the longest signature (72) and of the key (33). */
const witnessWeightMax = 1 + 73 + 34

/** Virtual bytes of the input that spends one native segwit output. */
export const spendBytes = Math.ceil((weightPerByte * inputBytes + witnessWeightMax) / weightPerByte)

/**
 * Maximum weight of a transaction that spends native segwit outputs to these scripts. A signature may be a
 * byte shorter, which makes the transaction one weight unit lighter. It is never heavier.
 */
export function weightOf(inputs: number, scripts: readonly Uint8Array[]): number {
  const outputs = scripts.reduce((sum, script) => sum + outputBytesOf(script), 0)
  const counts = countBytesOf(inputs) + countBytesOf(scripts.length)
  const bare = frameBytes + counts + inputs * inputBytes + outputs
  return weightPerByte * bare + witnessMarkWeight + inputs * witnessWeightMax
}

/** Virtual bytes: a quarter of the weight, rounded up. */
export function virtualBytesOf(weight: number): number {
  return Math.ceil(weight / weightPerByte)
}

/** Fee in satoshi of this many virtual bytes, rounded up. */
export function feeOf(virtualBytes: number, rate: FeeRate): bigint {
  return (BigInt(virtualBytes) * rate + rateBytes - 1n) / rateBytes
}

/** The fee rate to pay, within our limits. */
export function quoteOf(
  expected: FeeRate | null,
  nodeMinimum: FeeRate,
  { floor, cap, fallback }: FeeLimits,
): FeeQuote {
  const minimum = largest(floor, nodeMinimum)
  if (minimum > cap) return { state: 'overCap', nodeMinimum }
  const wanted = largest(minimum, expected ?? fallback)
  const isCapped = wanted > cap
  return { state: 'ready', rate: isCapped ? cap : wanted, isCapped }
}

function largest(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
