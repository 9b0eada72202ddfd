/** The EVM chains that the exchange knows: what differs between them, and what is usual on each. */
import type { FeeLimits } from './fees.ts'
import type { EvmBlockRef, EvmHeads } from './port.ts'

const gwei = 1_000_000_000n
const minuteMs = 60_000

export type EvmChainName = 'ethereum' | 'arbitrum' | 'bnb'

export type EvmChain = {
  readonly name: EvmChainName
  readonly chainId: number
  /** The chain's own coin; it has 18 decimals on each. */
  readonly coin: 'ETH' | 'BNB'
  /** The height from which on a deposit is credited. */
  readonly creditAt: 'safe' | 'finalized'
  /** A head older than this means that the node is behind (FLT-28). */
  readonly headLateMs: number
  /** A height of credit older than this means that the chain does not settle: credit pauses. */
  readonly creditLateMs: number
  readonly fees: FeeLimits
}

/** Decimals of the coin of each of these chains. */
export const coinDecimals = 18

/**
 * The usual figures. Ethereum finalizes after 13 to 20 minutes and Arbitrum with it; BNB within seconds.
 * Arbitrum knows no tips, and its gas holds the price of Ethereum's room, so that there are more gas and a
 * lower price.
 */
export const evmChains: readonly EvmChain[] = [
  {
    name: 'ethereum',
    chainId: 1,
    coin: 'ETH',
    creditAt: 'finalized',
    headLateMs: 3 * minuteMs,
    creditLateMs: 60 * minuteMs,
    fees: {
      tipMin: gwei / 100n,
      tipMax: 5n * gwei,
      feePerGasMax: 300n * gwei,
      gasLimitMax: 300_000n,
    },
  },
  {
    name: 'arbitrum',
    chainId: 42_161,
    coin: 'ETH',
    creditAt: 'finalized',
    headLateMs: 3 * minuteMs,
    creditLateMs: 90 * minuteMs,
    fees: { tipMin: 0n, tipMax: gwei / 10n, feePerGasMax: 20n * gwei, gasLimitMax: 5_000_000n },
  },
  {
    name: 'bnb',
    chainId: 56,
    coin: 'BNB',
    creditAt: 'finalized',
    headLateMs: minuteMs,
    creditLateMs: 10 * minuteMs,
    fees: {
      tipMin: gwei / 20n,
      tipMax: 10n * gwei,
      feePerGasMax: 30n * gwei,
      gasLimitMax: 300_000n,
    },
  },
]

/** The chain of this id; null for one that is not ours. */
export function evmChainOf(chainId: number): EvmChain | null {
  return evmChains.find((chain) => chain.chainId === chainId) ?? null
}

/** The highest block whose deposits may be credited; null where the node tells none. */
export function creditBlockOf(heads: EvmHeads, { creditAt }: EvmChain): EvmBlockRef | null {
  return heads[creditAt]
}

/**
 * Whether what the node tells may be credited by now (FLT-28): not while its head is old, nor while the
 * height of credit does not move on. Withdrawals need the head alone.
 */
export function chainState(
  heads: EvmHeads,
  chain: EvmChain,
  nowMs: number,
): 'ok' | 'behind' | 'unsettled' {
  if (nowMs - heads.head.timeMs > chain.headLateMs) return 'behind'
  const credit = creditBlockOf(heads, chain)
  return credit === null || nowMs - credit.timeMs > chain.creditLateMs ? 'unsettled' : 'ok'
}
