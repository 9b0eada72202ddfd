/**
 * The decisions of the core: facts, in the order in which they happened. All tables and all realtime messages
 * are made from them.
 */
import type { BaseUnits, CurrencyUnits, PriceUnits, QuoteUnits, RatePpm } from '@tukar/money'
import type {
  ChargeKind,
  ChargeSchedule,
  Command,
  MarketRules,
  MarketState,
  Side,
  TimeInForce,
} from './commands.ts'

/** Why an order was closed. Only append: the index is a code in the journal. */
export const closeReasons = ['filled', 'user', 'self_trade', 'ioc_rest', 'fok_unfilled'] as const
export type CloseReason = (typeof closeReasons)[number]

/** The order passed every check and its money is held. Trades and at most one `order_closed` follow. */
export type OrderAccepted = {
  readonly kind: 'order_accepted'
  readonly orderId: number
  readonly accountId: number
  readonly marketId: number
  readonly side: Side
  readonly price: PriceUnits
  readonly quantity: BaseUnits
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  /** Held from the available balance: quote units for a buy, base units for a sell. */
  readonly hold: CurrencyUnits
}

/** The remaining quantity rests in the book. */
export type OrderRested = {
  readonly kind: 'order_rested'
  readonly orderId: number
  readonly accountId: number
  readonly marketId: number
  readonly side: Side
  readonly price: PriceUnits
  readonly remaining: BaseUnits
}

/** One charge of one side of a fill, deducted from what that side receives, in that currency. */
export type Charge = {
  readonly side: Side
  readonly chargeKind: ChargeKind
  readonly currencyId: number
  readonly amount: CurrencyUnits
  readonly ratePpm: RatePpm
  readonly scheduleId: number
}

export type Traded = {
  readonly kind: 'traded'
  readonly marketId: number
  /** Gap-free per market, from 1. */
  readonly no: number
  readonly price: PriceUnits
  readonly quantity: BaseUnits
  /** floor(price × quantity): one figure for buyer and seller. */
  readonly quote: QuoteUnits
  readonly takerSide: Side
  readonly makerOrderId: number
  readonly takerOrderId: number
  readonly makerAccountId: number
  readonly takerAccountId: number
  /** The remaining quantity of each order after this fill. */
  readonly makerRemaining: BaseUnits
  readonly takerRemaining: BaseUnits
  /** Quote released to the buyer by this fill: hold before − paid − hold after. */
  readonly buyerRefund: QuoteUnits
  /** Only charges with a rate above 0, buyer's first, in the order of their kinds. */
  readonly charges: readonly Charge[]
  /** The buyer's taxes (vat, income tax) in rupiah units; null if no rupiah price is known. */
  readonly baseTaxRupiah: CurrencyUnits | null
  /** The seller's taxes in rupiah units. */
  readonly quoteTaxRupiah: CurrencyUnits | null
}

export type OrderClosed = {
  readonly kind: 'order_closed'
  readonly orderId: number
  readonly accountId: number
  readonly marketId: number
  readonly side: Side
  readonly price: PriceUnits
  readonly reason: CloseReason
  /** The quantity that was canceled; 0 when filled. */
  readonly remaining: BaseUnits
  /** What was released from the hold. */
  readonly released: CurrencyUnits
  /** Whether it rested in the book, before this command or during it. */
  readonly rested: boolean
}

/** A `cancel_all` canceled this many orders; an `order_closed` of each precedes this event. */
export type OrdersCanceled = {
  readonly kind: 'orders_canceled'
  readonly accountId: number
  readonly marketId: number | null
  readonly count: number
}

/** The three buckets of a balance. Only append. */
export const buckets = ['available', 'held', 'claim'] as const
export type Bucket = (typeof buckets)[number]

/** A movement of money other than a trade or an order's hold. */
export type Transferred = {
  readonly kind: 'transferred'
  readonly commandKind: Command['kind']
  readonly currencyId: number
  readonly amount: CurrencyUnits
  readonly fromAccountId: number
  readonly fromBucket: Bucket
  readonly toAccountId: number
  readonly toBucket: Bucket
  readonly reason: string
  readonly source: string
  /** Whether a credit went to suspense because it would have exceeded the bound. */
  readonly suspended: boolean
}

/** A hold of a withdrawal was opened, used or ended (remaining 0). */
export type HoldChanged = {
  readonly kind: 'hold_changed'
  readonly holdId: number
  readonly accountId: number
  readonly currencyId: number
  readonly remaining: CurrencyUnits
  readonly source: string
}

export type CurrencyListed = {
  readonly kind: 'currency_listed'
  readonly currencyId: number
  readonly code: string
  readonly decimals: number
  readonly supplyMax: CurrencyUnits
}
export type MarketSet = MarketRules & { readonly kind: 'market_set' }
export type MarketStateSet = {
  readonly kind: 'market_state_set'
  readonly marketId: number
  readonly state: MarketState
}
export type ScheduleSet = ChargeSchedule & { readonly kind: 'schedule_set' }
export type AccountSuspended = { readonly kind: 'account_suspended'; readonly accountId: number }
export type AccountResumed = { readonly kind: 'account_resumed'; readonly accountId: number }
export type EpochBegun = { readonly kind: 'epoch_begun'; readonly epoch: number }

/** The command changed nothing. `params` name the limits that were hit, as integers in their units. */
export type Refused = {
  readonly kind: 'refused'
  readonly code: RefusalCode
  readonly params: Readonly<Record<string, number>>
}

export type CoreEvent =
  | OrderAccepted
  | OrderRested
  | Traded
  | OrderClosed
  | OrdersCanceled
  | Transferred
  | HoldChanged
  | CurrencyListed
  | MarketSet
  | MarketStateSet
  | ScheduleSet
  | AccountSuspended
  | AccountResumed
  | EpochBegun
  | Refused

/**
 * Every refusal, in the order of the checks: the first that applies is returned. Only append; the
 * meaning of a code never changes.
 */
export const refusalCodes = [
  'market.unknown',
  'market.halted',
  'market.cancel_only',
  'account.suspended',
  'order.off_tick',
  'order.off_lot',
  'order.below_minimum',
  'order.above_maximum',
  'order.out_of_band',
  'order.too_many_open',
  'order.insufficient_balance',
  'order.post_only_would_take',
  'order.not_open',
  'currency.unknown',
  'amount.not_positive',
  'account.not_a_user',
  'account.not_house',
  'balance.insufficient',
  'balance.over_bound',
  'hold.unknown',
  'hold.insufficient',
  'currency.already_listed',
  'currency.bad_rules',
  'market.bad_rules',
  'market.not_halted',
  'market.fixed_rules',
  'schedule.bad_rules',
  'epoch.not_next',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** A balance after a batch: absolute values, for each account and currency that the batch changed. */
export type BalanceChange = {
  readonly accountId: number
  readonly currencyId: number
  readonly available: CurrencyUnits
  readonly held: CurrencyUnits
  readonly claim: CurrencyUnits
}
