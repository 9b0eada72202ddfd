/**
 * Markets and dated charges at the operator console: what changes of them take, and what its lists answer.
 * Amounts and prices are decimal texts of their currency, prices in quote for one whole base; rates are in
 * parts per million; times are ISO texts.
 */
import * as z from 'zod/mini'

const decimal = z.string().check(z.regex(/^\d{1,20}(?:\.\d{1,18})?$/))
const symbol = z.string().check(z.regex(/^[A-Z0-9]{1,15}$/))
const pair = z.string().check(z.regex(/^[A-Z0-9]{1,15}_[A-Z0-9]{1,15}$/))
const ppm = z.int().check(z.gte(0), z.lte(10_000_000))

/** The rules of a market that a person sets. */
const rules = {
  /** Every price is a multiple of it. */
  tick: decimal,
  /** Every quantity is a multiple of it. */
  lot: decimal,
  /** The least price × quantity of an order. */
  minimum: decimal,
  quantity_max: decimal,
  price_min: decimal,
  price_max: decimal,
  /** What the price band is about until the first trade. */
  reference_price: decimal,
  /** A buy is at most this share of the reference: 1 200 000 is 1.2 ×. */
  buy_band_ppm: ppm,
  sell_band_ppm: ppm,
  /** The most open orders of one account. */
  open_orders_max: z.int().check(z.gte(1), z.lte(1_000_000)),
}

/** `market.add`: a market of two listed currencies; it begins halted. */
export const AddMarketInput = z.strictObject({
  base: symbol,
  quote: symbol,
  ...rules,
  /** The market of the same quote whose charges of now and later it begins with. */
  charges_from: pair,
})
export type AddMarket = z.infer<typeof AddMarketInput>

/** `market.rules`: other rules for a market that is halted. */
export const MarketRulesInput = z.strictObject({ pair, ...rules })
export type ChangeMarketRules = z.infer<typeof MarketRulesInput>

export const deskMarketStates = ['open', 'cancel_only', 'halted'] as const
export type DeskMarketState = (typeof deskMarketStates)[number]

/** `market.state`. cancel_only: no new orders, but canceling; halted: neither. */
export const MarketStateInput = z.strictObject({ pair, state: z.enum(deskMarketStates) })
export type ChangeMarketState = z.infer<typeof MarketStateInput>

export const deskChargeKinds = ['fee', 'bourse', 'vat', 'income_tax'] as const
export type DeskChargeKind = (typeof deskChargeKinds)[number]
export const deskChargePayers = ['maker', 'taker', 'buyer', 'seller', 'both'] as const
export type DeskChargePayer = (typeof deskChargePayers)[number]

/** `charge.schedule`: a rate from a date on, of one market or of all that are traded in a currency. */
export const ChargeScheduleInput = z
  .strictObject({
    pair: z.nullable(pair),
    quote: z.nullable(symbol),
    kind: z.enum(deskChargeKinds),
    payer: z.enum(deskChargePayers),
    base: z.enum(['gross', 'fee']),
    /** 0 ends a charge. */
    rate_ppm: z.int().check(z.gte(0), z.lte(1_000_000)),
    /** A day in Jakarta, from its beginning on; null: from the moment at which it is carried out. */
    from: z.nullable(z.iso.date()),
  })
  .check(z.refine((input) => (input.pair === null) !== (input.quote === null)))
export type SetChargeSchedule = z.infer<typeof ChargeScheduleInput>
