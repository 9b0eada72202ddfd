/**
 * Markets and scheduled charges at the console: inputs of changes, and answers of lists. Amounts and prices
 * are decimal texts of their currency, prices in quote for one whole base. Rates are in parts per million,
 * times are ISO texts.
 */
import * as z from 'zod/mini'

const decimal = z.string().check(z.regex(/^\d{1,20}(?:\.\d{1,18})?$/))
const symbol = z.string().check(z.regex(/^[A-Z0-9]{1,15}$/))
const pair = z.string().check(z.regex(/^[A-Z0-9]{1,15}_[A-Z0-9]{1,15}$/))
const ppm = z.int().check(z.gte(0), z.lte(10_000_000))

/** The rules of a market that operators set. */
const rules = {
  /** All prices are multiples of it. */
  tick: decimal,
  /** All quantities are multiples of it. */
  lot: decimal,
  /** The minimum of price × quantity for an order. */
  minimum: decimal,
  quantity_max: decimal,
  price_min: decimal,
  price_max: decimal,
  /** The center of the price band until the first trade. */
  reference_price: decimal,
  /** The maximum price of a buy as a share of the reference price: 1 200 000 is 1.2 ×. */
  buy_band_ppm: ppm,
  sell_band_ppm: ppm,
  /** The maximum of open orders of one account. */
  open_orders_max: z.int().check(z.gte(1), z.lte(1_000_000)),
}

/** `market.add`: a market of two listed currencies; it starts halted. */
export const AddMarketInput = z.strictObject({
  base: symbol,
  quote: symbol,
  ...rules,
  /** A market with the same quote; its current and future charges are copied. */
  charges_from: pair,
})
export type AddMarket = z.infer<typeof AddMarketInput>

/** `market.rules`: changes the rules of a halted market. */
export const MarketRulesInput = z.strictObject({ pair, ...rules })
export type ChangeMarketRules = z.infer<typeof MarketRulesInput>

export const deskMarketStates = ['open', 'cancel_only', 'halted'] as const
export type DeskMarketState = (typeof deskMarketStates)[number]

/** `market.state`. cancel_only: orders can only be canceled; halted: not even that. */
export const MarketStateInput = z.strictObject({ pair, state: z.enum(deskMarketStates) })
export type ChangeMarketState = z.infer<typeof MarketStateInput>

export const deskChargeKinds = ['fee', 'bourse', 'vat', 'income_tax'] as const
export type DeskChargeKind = (typeof deskChargeKinds)[number]
export const deskChargePayers = ['maker', 'taker', 'buyer', 'seller', 'both'] as const
export type DeskChargePayer = (typeof deskChargePayers)[number]

/** `charge.schedule`: a rate from a date on, for one market or for all markets with a currency. */
export const ChargeScheduleInput = z
  .strictObject({
    pair: z.nullable(pair),
    quote: z.nullable(symbol),
    kind: z.enum(deskChargeKinds),
    payer: z.enum(deskChargePayers),
    base: z.enum(['gross', 'fee']),
    /** 0 ends a charge. */
    rate_ppm: z.int().check(z.gte(0), z.lte(1_000_000)),
    /** A date in Jakarta, from its start; null: from the time when the change is applied. */
    from: z.nullable(z.iso.date()),
  })
  .check(z.refine((input) => (input.pair === null) !== (input.quote === null)))
export type SetChargeSchedule = z.infer<typeof ChargeScheduleInput>
