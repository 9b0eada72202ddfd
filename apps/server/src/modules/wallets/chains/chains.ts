/** The chains that coins come in and go out over, and the rules of each that deposits are judged by. */
import { custodyAccounts } from '@tukar/core'

export const chainNames = ['bitcoin', 'ethereum', 'arbitrum', 'bnb'] as const
export type ChainName = (typeof chainNames)[number]

/** Chains of one family share their addresses. */
export type ChainFamily = 'bitcoin' | 'evm'

/** What never changes of a chain: its family and its custody account. */
export const chainTable = {
  bitcoin: { family: 'bitcoin', railId: custodyAccounts.bitcoin },
  ethereum: { family: 'evm', railId: custodyAccounts.ethereum },
  arbitrum: { family: 'evm', railId: custodyAccounts.arbitrum },
  bnb: { family: 'evm', railId: custodyAccounts.bnb },
} as const satisfies Record<ChainName, { readonly family: ChainFamily; readonly railId: number }>

/** When a deposit is final. */
export type Finality =
  /** By blocks upon it, more for more money: `fromAmount` in chain amounts, ascending from 0. */
  | {
      readonly kind: 'confirmations'
      readonly tiers: readonly { readonly fromAmount: bigint; readonly count: number }[]
    }
  /** By the node's block tag (`safe` or `finalized`); `usualDepth` is for display. */
  | { readonly kind: 'tag'; readonly usualDepth: number }

/** What may be credited on a chain: the coin or an allow-listed contract, and how (ATT-75). */
export type ChainAsset = {
  readonly chain: ChainName
  /** Null: the chain's own coin; else in lower case. */
  readonly contract: string | null
  readonly currencyId: number
  readonly chainDecimals: number
  readonly unitDecimals: number
  /** Units; less than this is kept and added up. At least 1. */
  readonly minUnits: number
  /** Units; from this on, within 24 hours, sender data are needed (SRV-68). Null: never. */
  readonly travelLimit: number | null
}

/** Blocks upon a coinbase output before it may be spent, its own included (ATT-79). */
export const coinbaseMaturity = 100

/**
 * Confirmations until a deposit is final, its own block included; null where the chain itself says when.
 *
 * @param amount chain amount of all outputs of the transaction to us: parts of it are no less uncertain
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
 * Ledger units of a chain amount, rounded down; what is finer than the unit stays with the row as dust.
 * Null where they pass 2^53: a person has to look.
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

/** The chain amount of ledger units; throws where the chain has no such fine amounts. */
export function chainAmountOf(
  units: number,
  { chainDecimals, unitDecimals }: Pick<ChainAsset, 'chainDecimals' | 'unitDecimals'>,
): bigint {
  if (chainDecimals < unitDecimals) throw new Error('units are finer than the chain')
  return BigInt(units) * 10n ** BigInt(chainDecimals - unitDecimals)
}
