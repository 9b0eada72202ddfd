/** The whole state of the core as rows of the restart tables. */
import type { BaseUnits, CurrencyUnits, PriceUnits } from '@tukar/money'
import type {
  ChargeSchedule,
  CommandId,
  ListCurrency,
  MarketRules,
  MarketState,
  Side,
} from '../commands.ts'
import type { BalanceChange } from '../events.ts'

export type CurrencyRow = Omit<ListCurrency, 'kind'>

export type MarketRow = MarketRules & {
  readonly state: MarketState
  /** null before the first trade. */
  readonly lastPrice: PriceUnits | null
  /** How many trades there were: the number of the last one. */
  readonly tradeCount: number
}

/** An order that rests in the book. Its id is its priority: at one price the lower id is filled first. */
export type OpenOrderRow = {
  readonly orderId: number
  readonly accountId: number
  readonly marketId: number
  readonly side: Side
  readonly price: PriceUnits
  readonly remaining: BaseUnits
}

export type HoldRow = {
  readonly holdId: number
  readonly accountId: number
  readonly currencyId: number
  readonly remaining: CurrencyUnits
  readonly source: string
}

/** An id that the core remembers, with the number and time of its command. */
export type RememberedRow = CommandId & { readonly seq: number; readonly time: number }

export type Counters = {
  /** Number of the last command applied. */
  readonly seq: number
  /** Time of the last batch. */
  readonly time: number
  readonly epoch: number
  readonly lastOrderId: number
  readonly lastHoldId: number
  /** Time of the latest id that was forgotten; 0 if none was. */
  readonly forgottenAt: number
}

export type CoreState = {
  readonly counters: Counters
  readonly currencies: Iterable<CurrencyRow>
  readonly markets: Iterable<MarketRow>
  readonly schedules: Iterable<ChargeSchedule>
  readonly suspendedAccounts: Iterable<number>
  readonly balances: Iterable<BalanceChange>
  /** In order of their ids. */
  readonly orders: Iterable<OpenOrderRow>
  readonly holds: Iterable<HoldRow>
  /** Oldest first, at most `rememberedMax`. */
  readonly remembered: Iterable<RememberedRow>
}

/** How many command ids the core remembers. */
export const rememberedMax = 1_048_576

/** The core's rules version: raised by any change after which the same commands may give other results. */
export const rulesVersion = 2

/** 64 bits over the whole state, as two unsigned 32-bit words. */
export type StateHash = readonly [number, number]
