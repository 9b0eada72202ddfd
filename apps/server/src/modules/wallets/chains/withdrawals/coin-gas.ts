/**
 * How much gas a payout of an EVM chain's own coin may take: its receiver's code says how much it burns,
 * and the house pays for it whatever becomes of the payout. So near a plain transfer's, and no payout goes
 * to an address that asks for more.
 */
import type { EvmChain, EvmNode, EvmQuote, FeeLimits } from '../../../../adapters/evm/index.ts'

/** On top of a plain transfer's limit of 25,200: a usual smart wallet takes some 7,000 of it. */
const receiverGasMax = 34_800n

/**
 * The limits of such a payout; a chain whose gas holds the price of another one's room asks more of a plain
 * transfer, and so of each.
 *
 * @param from the hot wallet, which takes coins from itself as plainly as can be
 * @returns null while nothing may be sent, or nobody says what it costs
 */
export async function coinFeesOf(
  node: Pick<EvmNode, 'quote'>,
  { fees }: Pick<EvmChain, 'fees'>,
  from: string,
): Promise<FeeLimits | null> {
  const quote = await node.quote({ from, to: from, value: 0n, data: '0x' }, fees)
  if (quote.status !== 'done' || quote.value.state !== 'ready') return null
  const most = quote.value.gasLimit + receiverGasMax
  return { ...fees, gasLimitMax: most < fees.gasLimitMax ? most : fees.gasLimitMax }
}

/** Whether a quote says that its receiver does not take coins, or for too much gas: waiting mends neither. */
export function isRefusedBy({ state }: EvmQuote): boolean {
  return state === 'reverts' || state === 'tooMuchGas'
}

/**
 * Whether an address is a contract that would not be paid at, as far as its chain says so now. It may turn
 * into one later, or refuse only what is sent to it then: each payout is asked about again.
 */
export async function isRefusing(
  node: EvmNode,
  chain: Pick<EvmChain, 'fees'>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const code = await node.hasCode(to)
  if (code.status !== 'done' || !code.value) return false
  const limits = await coinFeesOf(node, chain, from)
  if (limits === null) return false
  const quote = await node.quote({ from, to, value: 1n, data: '0x' }, limits)
  return quote.status === 'done' && isRefusedBy(quote.value)
}
