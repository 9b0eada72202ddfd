/** Current cost of a call: gas from the node's estimate, prices from the last blocks, both below our caps. */
import {
  feeBlocks,
  type FeeHistory,
  type FeeLimits,
  feeMaxOf,
  feePercentiles,
  feesFrom,
  gasLimitFrom,
} from './fees.ts'
import { fieldsOf, listOf, quantityOf, toQuantity, UnreadableError } from './hex.ts'
import type { EvmAnswer, EvmCall, EvmQuote } from './port.ts'
import { callBatch, failureOfRefusal, type EvmConnection, readSafely } from './requests.ts'

const reasonCharsMax = 200
/** Messages that mean that the contract itself reverted, whatever else they say. */
export const revertWords = /revert|always failing|invalid opcode|vm exception|out of gas/i

/** Gas and prices of this call, as of the last block. */
export async function quoteGas(
  connection: EvmConnection,
  { from, to, value, data }: EvmCall,
  limits: FeeLimits,
): Promise<EvmAnswer<EvmQuote>> {
  const batch = await callBatch(connection, [
    { method: 'eth_feeHistory', params: [toQuantity(feeBlocks), 'latest', feePercentiles] },
    { method: 'eth_getBalance', params: [from, 'latest'] },
    { method: 'eth_estimateGas', params: [{ from, to, value: toQuantity(value), data }] },
  ])
  if (batch.status === 'failed') return batch
  const [history, funds, estimate] = batch.replies
  if (history === undefined || funds === undefined || estimate === undefined) {
    throw new RangeError('results are missing')
  }
  if (history.kind === 'error') return failureOfRefusal(history)
  if (funds.kind === 'error') return failureOfRefusal(funds)
  const read = readSafely(() => ({
    balance: quantityOf(funds.value),
    fees: feesFrom(readHistory(history.value), limits),
    estimate: estimate.kind === 'error' ? null : quantityOf(estimate.value),
  }))
  if (read.status === 'failed') return read
  const { balance, fees } = read.value
  // Some nodes ignore the balance while they estimate.
  if (balance < value) return done({ state: 'noFunds' })
  if (estimate.kind === 'error') return refusedEstimate(estimate)
  const gasLimit = gasLimitFrom(read.value.estimate ?? 0n, limits)
  if (gasLimit === null) return done({ state: 'tooMuchGas' })
  if (fees === null) return done({ state: 'overCap' })
  return done({ state: 'ready', gasLimit, fees, feeMax: feeMaxOf(fees, gasLimit), balance })
}

function refusedEstimate(error: {
  readonly code: number
  readonly message: string
}): EvmAnswer<EvmQuote> {
  const { message } = error
  if (!revertWords.test(message)) return failureOfRefusal(error)
  return done({ state: 'reverts', reason: message.slice(0, reasonCharsMax) })
}

/** Parses `eth_feeHistory`. A block without transactions has no tips. */
export function readHistory(value: unknown): FeeHistory {
  const { baseFeePerGas, reward, gasUsedRatio } = fieldsOf(value)
  const baseFees = listOf(baseFeePerGas).map(quantityOf)
  if (baseFees.length === 0) throw new UnreadableError('no base fees')
  const ratios = gasUsedRatio == null ? [] : listOf(gasUsedRatio)
  const rewards = reward == null ? [] : listOf(reward)
  const tips = rewards.flatMap((each, place) => {
    const [median] = listOf(each)
    return median === undefined || ratios[place] === 0 ? [] : [quantityOf(median)]
  })
  return { baseFees, tips }
}

function done(value: EvmQuote): EvmAnswer<EvmQuote> {
  return { status: 'done', value }
}
