/**
 * Limits the gas of a payout in an EVM chain's own coin. The receiver's code decides how much gas it uses,
 * and the house pays for it even if the payout fails. The limit is close to a plain transfer, and addresses
 * that need more are refused.
 */
import type { EvmChain, EvmNode, EvmQuote, FeeLimits } from '../../../../../adapters/evm/index.ts'

/** In addition to a plain transfer's limit of 25,200; a usual smart wallet needs about 7,000. */
const receiverGasMax = 34_800n

/**
 * The fee limits of such a payout. On a rollup, gas includes the data price of another chain, so the limit is
 * based on a plain transfer's current gas.
 *
 * @param from the hot wallet; a transfer to itself is the plainest one
 * @returns null while nothing may be sent, or the node does not answer
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

/**
 * Whether a quote shows that the receiver refuses coins or needs too much gas. Waiting does not change that.
 */
export function isRefusedBy({ state }: EvmQuote): boolean {
  return state === 'reverts' || state === 'tooMuchGas'
}

/**
 * Whether an address is a contract that would refuse the payment, as far as the chain shows now. It may
 * become one later, or refuse only then, so each payout is checked again.
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
