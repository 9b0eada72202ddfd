/** Converts answers about currencies from wire names. */
import type { DeskCurrencies, DeskCurrency, EvmWireChain } from '@tukar/wire'

export type CurrencyNetwork = {
  readonly chain: string
  /** Null: the native coin of the chain. */
  readonly contract: string | null
  readonly decimals: number
  readonly isAdded: boolean
}

export type CurrencyEntry = {
  readonly id: number
  readonly symbol: string
  readonly name: string
  readonly icon: string
  readonly kind: string
  readonly decimals: number
  /** A percentage for rupiah. */
  readonly fee: string
  /** Null: the default of the settings. */
  readonly depositMin: string | null
  /** Null: never required. */
  readonly travelLimit: string | null
  readonly isShown: boolean
  readonly areDepositsOpen: boolean
  readonly areWithdrawalsOpen: boolean
  readonly networks: readonly CurrencyNetwork[]
  readonly markets: readonly string[]
}

export type Currencies = {
  readonly currencies: readonly CurrencyEntry[]
  readonly chains: readonly EvmWireChain[]
  readonly hasTrialTokens: boolean
}

/** All currencies, and the chains that support tokens. */
export function toCurrencies(data: DeskCurrencies): Currencies {
  return {
    currencies: data.currencies.map(toCurrency),
    chains: data.chains,
    hasTrialTokens: data.has_trial_tokens,
  }
}

function toCurrency(row: DeskCurrency): CurrencyEntry {
  return {
    id: row.id,
    symbol: row.symbol,
    name: row.name,
    icon: row.icon,
    kind: row.kind,
    decimals: row.decimals,
    fee: row.withdrawal_fee,
    depositMin: row.deposit_min,
    travelLimit: row.travel_rule_limit,
    isShown: row.is_shown,
    areDepositsOpen: row.deposits_open,
    areWithdrawalsOpen: row.withdrawals_open,
    networks: row.ways.map((network) => ({
      chain: network.chain,
      contract: network.contract,
      decimals: network.decimals,
      isAdded: network.is_added,
    })),
    markets: row.markets,
  }
}
