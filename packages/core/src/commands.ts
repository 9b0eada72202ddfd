/**
 * Every command of the exchange. Everything that the core decides by is a journaled command, so the same
 * commands always give the same events and the same state hash.
 *
 * Ids are integers below 2^53: house accounts 1..999, users from 1001. Times are milliseconds since 1970 UTC,
 * set by the engine. Amounts are units of the named currency (`@tukar/money`).
 */
import type { BaseUnits, CurrencyUnits, PriceUnits, QuoteUnits, RatePpm } from '@tukar/money'

// The index in each of these arrays is a code in the journal: only append.
export const sides = ['buy', 'sell'] as const
export type Side = (typeof sides)[number]
export const timesInForce = ['GTC', 'IOC', 'FOK'] as const
export type TimeInForce = (typeof timesInForce)[number]
export const marketStates = ['open', 'cancel_only', 'halted'] as const
export type MarketState = (typeof marketStates)[number]

/**
 * The size of an order: a quantity, a budget in quote (converted to a quantity, R-01), or all that is
 * available.
 */
export type OrderSize =
  | { readonly by: 'quantity'; readonly quantity: BaseUnits }
  | { readonly by: 'budget'; readonly budget: QuoteUnits }
  | { readonly by: 'balance' }

export type PlaceOrder = {
  readonly kind: 'place'
  readonly accountId: number
  readonly marketId: number
  readonly side: Side
  readonly price: PriceUnits
  readonly size: OrderSize
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
}

export type CancelOrder = {
  readonly kind: 'cancel'
  readonly accountId: number
  readonly orderId: number
}

/** Cancels all open orders of an account, in one market or (marketId null) in all, oldest first. */
export type CancelAllOrders = {
  readonly kind: 'cancel_all'
  readonly accountId: number
  readonly marketId: number | null
}

/** The cause of a money movement other than a trade. */
export type Cause = {
  /** The reason as shown in the ledger: `deposit`, `withdrawal`, `starting_fund`, `bonus`… */
  readonly reason: string
  /** The row that caused it, as `table:id`, so that each entry can be traced. */
  readonly source: string
}

/**
 * Credits an account for money that arrived over a rail; the rail's custody account owes it. The credit first
 * covers a claim of the house against the account. What exceeds the currency's bound goes to suspense.
 */
export type Credit = Cause & {
  readonly kind: 'credit'
  readonly accountId: number
  readonly currencyId: number
  readonly amount: CurrencyUnits
  /** The custody account of the rail. */
  readonly railId: number
}

/** Pays available money out over a rail. */
export type Debit = Cause & {
  readonly kind: 'debit'
  readonly accountId: number
  readonly currencyId: number
  readonly amount: CurrencyUnits
  readonly railId: number
}

/** Holds available money; the event carries the id of the hold. */
export type Hold = Cause & {
  readonly kind: 'hold'
  readonly accountId: number
  readonly currencyId: number
  readonly amount: CurrencyUnits
}

/** Releases the rest of a hold. */
export type Release = Cause & { readonly kind: 'release'; readonly holdId: number }

/** Pays part of a hold to a house account: a custody account, or fees. */
export type Settle = Cause & {
  readonly kind: 'settle'
  readonly holdId: number
  readonly amount: CurrencyUnits
  readonly houseAccountId: number
}

/**
 * Reverses a credit that the chain or the bank took away. It is debited from what is available; the rest
 * becomes a claim.
 */
export type ReverseCredit = Cause & {
  readonly kind: 'reverse_credit'
  readonly accountId: number
  readonly currencyId: number
  readonly amount: CurrencyUnits
  readonly railId: number
}

/**
 * Pays an account from house money: a bonus, a refund. From suspense it pays at most what the currency's
 * bound allows.
 */
export type Grant = Cause & {
  readonly kind: 'grant'
  readonly accountId: number
  readonly currencyId: number
  readonly amount: CurrencyUnits
  readonly houseAccountId: number
}

/** An operator's correction between two accounts; moves available money only. */
export type Adjust = Cause & {
  readonly kind: 'adjust'
  readonly fromAccountId: number
  readonly toAccountId: number
  readonly currencyId: number
  readonly amount: CurrencyUnits
}

/**
 * A suspended account places no orders and gets no new holds. It may cancel and be credited; its holds may be
 * released or settled.
 */
export type SuspendAccount = { readonly kind: 'suspend_account'; readonly accountId: number }
export type ResumeAccount = { readonly kind: 'resume_account'; readonly accountId: number }

/** Lists a currency; its decimals never change (ATT-65). */
export type ListCurrency = {
  readonly kind: 'list_currency'
  readonly currencyId: number
  readonly code: string
  readonly decimals: number
  /** The most that the exchange may owe in total, at most 2^52. A credit beyond it goes to suspense. */
  readonly supplyMax: CurrencyUnits
}

/** The rules of a market. Base, quote and symbol never change; the rest only while it is halted. */
export type MarketRules = {
  readonly marketId: number
  readonly symbol: string
  readonly baseId: number
  readonly quoteId: number
  /** Every price is a multiple of it. */
  readonly tick: PriceUnits
  /** Every quantity is a multiple of it. */
  readonly lot: BaseUnits
  /** The least price × quantity of an order. */
  readonly notionalMin: QuoteUnits
  readonly quantityMax: BaseUnits
  /** The lowest and highest price ever accepted; priceMin × lot is at least 1 quote unit. */
  readonly priceMin: PriceUnits
  readonly priceMax: PriceUnits
  /** The reference of the price band until the first trade. */
  readonly referencePrice: PriceUnits
  /** A buy is at most this share of the reference, in ppm (1 200 000 = 1.2 ×). */
  readonly buyBandPpm: RatePpm
  /** A sell is at least this share of the reference, in ppm (800 000 = 0.8 ×). */
  readonly sellBandPpm: RatePpm
  /** The most open orders of one account in this market. */
  readonly openOrdersMax: number
}

/** Lists a market, which starts halted, or changes the rules of a halted market. */
export type SetMarket = MarketRules & { readonly kind: 'set_market' }

export type SetMarketState = {
  readonly kind: 'set_market_state'
  readonly marketId: number
  readonly state: MarketState
}

/** In the order in which a fill's charges are listed; append-only. */
export const chargeKinds = ['fee', 'bourse', 'vat', 'income_tax'] as const
export type ChargeKind = (typeof chargeKinds)[number]
export const chargePayers = ['maker', 'taker', 'buyer', 'seller', 'both'] as const
export type ChargePayer = (typeof chargePayers)[number]
export const chargeBases = ['gross', 'fee'] as const

/**
 * One dated charge. Of all schedules with the same market, kind and payer, the one with the latest
 * `from` not after the trade applies. A rate of 0 ends a charge. A schedule never changes: its id is used
 * once, and so is its date for that market, kind and payer.
 */
export type ChargeSchedule = {
  readonly scheduleId: number
  readonly marketId: number
  readonly chargeKind: ChargeKind
  readonly payer: ChargePayer
  /** What the rate applies to: the gross amount that the side receives, or its fee. */
  readonly base: (typeof chargeBases)[number]
  readonly ratePpm: RatePpm
  /** First millisecond at which it applies. */
  readonly from: number
}

export type SetSchedule = ChargeSchedule & { readonly kind: 'set_schedule' }

/** A writer begins its epoch at the journal's end: any number above the last one. */
export type BeginEpoch = { readonly kind: 'begin_epoch'; readonly epoch: number }

export type Command =
  | PlaceOrder
  | CancelOrder
  | CancelAllOrders
  | Credit
  | Debit
  | Hold
  | Release
  | Settle
  | ReverseCredit
  | Grant
  | Adjust
  | SuspendAccount
  | ResumeAccount
  | ListCurrency
  | SetMarket
  | SetMarketState
  | SetSchedule
  | BeginEpoch

/**
 * The id of a command: 128 bits chosen by the client (a UUIDv7), scoped to its account, and the hash of the
 * decoded command. Commands of the house's own have none.
 */
export type CommandId = {
  /** The account that the id belongs to; 0 for ids that the server derives from its own rows. */
  readonly scope: number
  /** The 16 bytes as four unsigned 32-bit words, first byte highest. */
  readonly words: readonly [number, number, number, number]
  /** 64 bits of the hash of the decoded command, two unsigned words. */
  readonly body: readonly [number, number]
}

/** The time in a UUIDv7: its first 48 bits are milliseconds since 1970. */
export function idTimeMs(words: CommandId['words']): number {
  return words[0] * 65_536 + (words[1] >>> 16)
}

/** A command as the engine passes it to the core. */
export type Envelope = { readonly command: Command; readonly id: CommandId | null }
