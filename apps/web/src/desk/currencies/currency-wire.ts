/** The console's answers about currencies and contracts, read without believing them. */
import type { DeskContract } from '@tukar/wire'
import { type JsonRecord, textAt } from '../../api/json.ts'
import { recordAt, recordsAt, textsAt } from '../wire-reading.ts'

export type CurrencyWay = {
  readonly chain: string
  /** Null: the chain's own coin. */
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
  /** Of rupiah percent of the amount. */
  readonly fee: string
  /** Null: as the settings say. */
  readonly depositMin: string | null
  /** Null: never. */
  readonly travelLimit: string | null
  readonly isShown: boolean
  readonly areDepositsOpen: boolean
  readonly areWithdrawalsOpen: boolean
  readonly ways: readonly CurrencyWay[]
  readonly markets: readonly string[]
}

export type Currencies = {
  readonly currencies: readonly CurrencyEntry[]
  readonly chains: readonly string[]
  readonly hasTrialTokens: boolean
}

/** Every currency, with the chains that a token may be added on. */
export function readCurrencies(body: JsonRecord): Currencies {
  const data = recordAt(body, 'data')
  return {
    currencies: recordsAt(data, 'currencies').map(readCurrency),
    chains: textsAt(data, 'chains'),
    hasTrialTokens: data['has_trial_tokens'] === true,
  }
}

function readCurrency(row: JsonRecord): CurrencyEntry {
  return {
    id: Number(textAt(row, 'id')) || 0,
    symbol: textAt(row, 'symbol'),
    name: textAt(row, 'name'),
    icon: textAt(row, 'icon'),
    kind: textAt(row, 'kind'),
    decimals: Number(textAt(row, 'decimals')) || 0,
    fee: textAt(row, 'withdrawal_fee'),
    depositMin: textAt(row, 'deposit_min') || null,
    travelLimit: textAt(row, 'travel_rule_limit') || null,
    isShown: row['is_shown'] === true,
    areDepositsOpen: row['deposits_open'] === true,
    areWithdrawalsOpen: row['withdrawals_open'] === true,
    ways: recordsAt(row, 'ways').map((way) => ({
      chain: textAt(way, 'chain'),
      contract: textAt(way, 'contract') || null,
      decimals: Number(textAt(way, 'decimals')) || 0,
      isAdded: way['is_added'] === true,
    })),
    markets: textsAt(row, 'markets'),
  }
}

/** What a contract says of itself. */
export function readContractFacts(body: JsonRecord): DeskContract {
  const data = recordAt(body, 'data')
  return {
    symbol: textAt(data, 'symbol'),
    name: textAt(data, 'name'),
    decimals: Number(textAt(data, 'decimals')) || 0,
    supply: textAt(data, 'supply'),
    listed_as: textAt(data, 'listed_as') || null,
  }
}
