/** The chains for deposits and withdrawals of coins, and the rules of finality of each. */
import { custodyAccounts } from '@tukar/core'

export const chainNames = ['bitcoin', 'ethereum', 'arbitrum', 'bnb'] as const
export type ChainName = (typeof chainNames)[number]

/** Chains of one family share their addresses. */
export type ChainFamily = 'bitcoin' | 'evm'

/** Constants of each chain: its family and its custody account. */
export const chainTable = {
  bitcoin: { family: 'bitcoin', railId: custodyAccounts.bitcoin },
  ethereum: { family: 'evm', railId: custodyAccounts.ethereum },
  arbitrum: { family: 'evm', railId: custodyAccounts.arbitrum },
  bnb: { family: 'evm', railId: custodyAccounts.bnb },
} as const satisfies Record<ChainName, { readonly family: ChainFamily; readonly railId: number }>

/** The rule by which a deposit is final. */
export type Finality =
  /** By confirmations, more for larger amounts: `fromAmount` in chain amounts, ascending from 0. */
  | {
      readonly kind: 'confirmations'
      readonly tiers: readonly { readonly fromAmount: bigint; readonly count: number }[]
    }
  /** By the node's block tag (`safe` or `finalized`); `usualDepth` is only displayed. */
  | { readonly kind: 'tag'; readonly usualDepth: number }

/**
 * An asset that may be credited on a chain: the coin or an allow-listed contract, with its rules (ATT-75).
 */
export type ChainAsset = {
  readonly chain: ChainName
  /** Null for the chain's own coin; otherwise the address in lower case. */
  readonly contract: string | null
  readonly currencyId: number
  readonly chainDecimals: number
  readonly unitDecimals: number
  /** Units; smaller deposits are kept and added up. At least 1. */
  readonly minUnits: number
  /** Units; from this sum on, within 24 hours, sender data are required (SRV-68). Null: never. */
  readonly travelLimit: number | null
}

/** Confirmations of a coinbase output, its own block included, before it may be spent (ATT-79). */
export const coinbaseMaturity = 100

/**
 * Confirmations until a deposit is final, its own block included; null if the chain itself marks final
 * blocks.
 *
 * @param amount chain amount of all outputs of the transaction to us, because all of them can be reverted
 * together
 */
export function neededConfirmations(
  finality: Finality,
  amount: bigint,
  isCoinbase: boolean,
): number | null {
  if (finality.kind === 'tag') return null
  const tier = finality.tiers.findLast(({ fromAmount }) => amount >= fromAmount)
  if (tier === undefined || tier.count < 1)
    throw new Error('no confirmations are set for an amount')
  return isCoinbase ? Math.max(tier.count, coinbaseMaturity) : tier.count
}

/**
 * Ledger units of a chain amount, rounded down; the remainder stays in the row as dust. Null above 2^53:
 * manual resolution is needed.
 */
export function unitsOfChain(
  amount: bigint,
  { chainDecimals, unitDecimals }: Pick<ChainAsset, 'chainDecimals' | 'unitDecimals'>,
): number | null {
  const units =
    chainDecimals >= unitDecimals
      ? amount / 10n ** BigInt(chainDecimals - unitDecimals)
      : amount * 10n ** BigInt(unitDecimals - chainDecimals)
  return units <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(units) : null
}

/** The chain amount of ledger units; throws if the chain's unit is too coarse for it. */
export function chainAmountOf(
  units: number,
  { chainDecimals, unitDecimals }: Pick<ChainAsset, 'chainDecimals' | 'unitDecimals'>,
): bigint {
  if (chainDecimals < unitDecimals)
    throw new Error('ledger units are finer than those of the chain')
  return BigInt(units) * 10n ** BigInt(chainDecimals - unitDecimals)
}
