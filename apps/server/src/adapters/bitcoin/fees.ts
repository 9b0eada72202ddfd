/** What transactions weigh and pay: exact sums, rounded up where a fee would fall short. */
import { countBytesOf, outputBytesOf } from './scripts.ts'

/** Satoshi for 1,000 virtual bytes. */
export type FeeRate = bigint

export type FeeLimits = {
  /** Never less, whatever the node expects. */
  readonly floor: FeeRate
  /** Never more: above it transactions wait. */
  readonly cap: FeeRate
  /** Where the node has seen too little to expect anything. */
  readonly fallback: FeeRate
}

export type FeeQuote =
  | {
      readonly state: 'ready'
      readonly rate: FeeRate
      /** Whether the node would pay more: the transaction may take longer. */
      readonly isCapped: boolean
    }
  /** The node takes nothing at the cap: wait. */
  | { readonly state: 'overCap'; readonly nodeMinimum: FeeRate }

const rateBytes = 1_000n
const weightPerByte = 4
/** Version and lock time, and the two bytes that announce witnesses. */
const frameBytes = 8
const witnessMarkWeight = 2
/** Outpoint, empty script, sequence. */
const inputBytes = 41
/** Number of items, then length and bytes of the longest signature (72) and of the key (33). */
const witnessWeightMax = 1 + 73 + 34

/** Virtual bytes that spending one native segwit output takes. */
export const spendBytes = Math.ceil((weightPerByte * inputBytes + witnessWeightMax) / weightPerByte)

/**
 * The weight of a transaction that spends native segwit outputs to these scripts. A signature may come out
 * a byte shorter now and then, so that the transaction weighs a unit less for it, never more.
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

/** Satoshi that so many virtual bytes cost, rounded up. */
export function feeOf(virtualBytes: number, rate: FeeRate): bigint {
  return (BigInt(virtualBytes) * rate + rateBytes - 1n) / rateBytes
}

/** What to pay, within our limits. */
export function quoteOf(
  expected: FeeRate | null,
  nodeMinimum: FeeRate,
  { floor, cap, fallback }: FeeLimits,
): FeeQuote {
  const least = largest(floor, nodeMinimum)
  if (least > cap) return { state: 'overCap', nodeMinimum }
  const wanted = largest(least, expected ?? fallback)
  const isCapped = wanted > cap
  return { state: 'ready', rate: isCapped ? cap : wanted, isCapped }
}

function largest(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
