/** EVM chains that the exchange supports, with their properties and default limits. */
import type { FeeLimits } from './fees.ts'
import type { EvmBlockRef, EvmHeads } from './port.ts'

const gwei = 1_000_000_000n
const minuteMs = 60_000

export type EvmChainName = 'ethereum' | 'arbitrum' | 'bnb'

export type EvmChain = {
  readonly name: EvmChainName
  readonly chainId: number
  /** The chain's own coin, with 18 decimals on each chain. */
  readonly coin: 'ETH' | 'BNB'
  /** Deposits are credited up to this block tag. */
  readonly creditAt: 'safe' | 'finalized'
  /** With a head older than this the node counts as behind (FLT-28). */
  readonly headLateMs: number
  /** With a credit block older than this the chain does not finalize, and crediting pauses. */
  readonly creditLateMs: number
  readonly fees: FeeLimits
}

/** Decimals of the own coin of each chain. */
export const coinDecimals = 18

/**
 * Default figures. Ethereum finalizes after 13 to 20 minutes, and Arbitrum with it; BNB within seconds.
 * Arbitrum has no tips. Its gas includes the cost of Ethereum's block space: more gas at a lower price.
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

/** The chain of this id; null for an unsupported one. */
export function evmChainOf(chainId: number): EvmChain | null {
  return evmChains.find((chain) => chain.chainId === chainId) ?? null
}

/** The highest block whose deposits may be credited; null where the node reports none. */
export function creditBlockOf(heads: EvmHeads, { creditAt }: EvmChain): EvmBlockRef | null {
  return heads[creditAt]
}

/**
 * Whether deposits that the node reports may be credited now (FLT-28). Crediting pauses while the head is old
 * (`behind`), or while the credit block does not advance (`unsettled`). Withdrawals depend on the head alone.
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
