/**
 * The arithmetic of orders and fills: browser and server use the same functions, so that a receipt
 * before placement equals the ledger to the last unit. Every rounding is named (ADR 0001).
 *
 * `baseScale` is 10^(decimals of the base currency): a price is quote units for one whole base.
 */
import { divFloor, mulDivCeil, mulDivFloor, outOfRange, remainder } from './exact.ts'
import {
  type BaseUnits,
  type CurrencyUnits,
  currencyUnits,
  type PriceUnits,
  priceUnits,
  type QuoteUnits,
  type RatePpm,
  unitsMax,
} from './units.ts'

const ppmScale = 1_000_000

/** Quote amount of a fill: floor(price × quantity), one figure for buyer and seller; −1 if too big. */
export function fillQuote(price: PriceUnits, quantity: BaseUnits, baseScale: number): QuoteUnits {
  return currencyUnits(mulDivFloor(price, quantity, baseScale))
}

/** The hold of a buy: ceil(price × quantity); −1 if too large. */
export function buyHold(price: PriceUnits, quantity: BaseUnits, baseScale: number): QuoteUnits {
  return currencyUnits(mulDivCeil(price, quantity, baseScale))
}

/**
 * The quantity that a budget buys at a limit: floor(budget / price), rounded down to the lot; −1 if it
 * is too large. With budget = `buyHold(price, q)` it is exactly q for any q on the lot, because one lot is
 * worth at least one quote unit.
 */
export function quantityForBudget(
  budget: QuoteUnits,
  price: PriceUnits,
  baseScale: number,
  lot: BaseUnits,
): BaseUnits {
  const quantity = mulDivFloor(budget, baseScale, price)
  return currencyUnits(quantity === outOfRange ? outOfRange : quantity - remainder(quantity, lot))
}

/** A charge: floor(base × rate) of each fill. */
export function chargeAmount(base: CurrencyUnits, ratePpm: RatePpm): CurrencyUnits {
  return currencyUnits(mulDivFloor(base, ratePpm, ppmScale))
}

/** Whether a price or quantity is a multiple of its tick or lot. */
export function isMultiple(value: number, step: number): boolean {
  return remainder(value, step) === 0
}

/** The greatest multiple of a step that is not above the value. */
export function downToMultiple(value: number, step: number): number {
  return value - remainder(value, step)
}

/** A share of an amount, in percent, rounded down (R-05: nothing is subtracted). */
export function shareOf(amount: CurrencyUnits, percent: number): CurrencyUnits {
  return currencyUnits(mulDivFloor(amount, percent, 100))
}

/** No order is below a tenth or above ten times the reference. */
const farBelowDivisor = 10
const farAboveFactor = 10

/** The market rules that limit an order's price. */
export type BandRules = {
  readonly priceMin: PriceUnits
  readonly priceMax: PriceUnits
  readonly buyBandPpm: RatePpm
  readonly sellBandPpm: RatePpm
}

/** The lowest and the highest price of orders of a side now. */
export type PriceBand = { readonly min: PriceUnits; readonly max: PriceUnits }

/**
 * The price band of a side: a buy at most 1.2 × the reference, a sell at least 0.8 ×, either between
 * 0.1 × and 10 ×, and both within the market's lowest and highest price.
 *
 * @param reference the last price, before the first trade the listing's; at most 2^53 / 10
 */
export function priceBand(
  rules: BandRules,
  reference: PriceUnits,
  side: 'buy' | 'sell',
): PriceBand {
  const { priceMin, priceMax, buyBandPpm, sellBandPpm } = rules
  const isBuy = side === 'buy'
  const min = isBuy
    ? divFloor(reference + farBelowDivisor - 1, farBelowDivisor)
    : mulDivCeil(reference, sellBandPpm, ppmScale)
  const max = isBuy ? mulDivFloor(reference, buyBandPpm, ppmScale) : reference * farAboveFactor
  return {
    min: min < priceMin ? priceMin : priceUnits(min),
    max: max > priceMax ? priceMax : priceUnits(max),
  }
}

/** The market rules for an order, apart from its price band. */
export type OrderLimits = {
  readonly tick: PriceUnits
  readonly lot: BaseUnits
  readonly notionalMin: QuoteUnits
  readonly quantityMax: BaseUnits
}

export type OrderFault = {
  readonly code:
    | 'order.off_tick'
    | 'order.off_lot'
    | 'order.below_minimum'
    | 'order.above_maximum'
    | 'order.out_of_band'
  readonly params: Readonly<Record<string, number>>
}

/**
 * The first fault of an order in the order of R-11, or null. An order whose price × quantity is 2^53 units or
 * more is `order.above_maximum`, and so is a quantity of `outOfRange`.
 *
 * @param baseScale 10^(decimals of the base currency)
 */
// oxlint-disable-next-line max-params -- each order passes here: no object is made for it
export function findOrderFault(
  limits: OrderLimits,
  band: PriceBand,
  baseScale: number,
  price: PriceUnits,
  quantity: BaseUnits,
): OrderFault | null {
  const { tick, lot, notionalMin, quantityMax } = limits
  if (!(price > 0) || !isMultiple(price, tick)) return { code: 'order.off_tick', params: { tick } }
  if (quantity < 0 ? quantity !== outOfRange : !isMultiple(quantity, lot)) {
    return { code: 'order.off_lot', params: { lot } }
  }
  const isAmount = quantity !== outOfRange && quantity <= unitsMax && price <= unitsMax
  const notional = isAmount ? fillQuote(price, quantity, baseScale) : outOfRange
  const isTooBig = notional === outOfRange || notional === unitsMax
  if (!isTooBig && (quantity === 0 || notional < notionalMin)) {
    return { code: 'order.below_minimum', params: { notionalMin } }
  }
  if (isTooBig || quantity > quantityMax) {
    return { code: 'order.above_maximum', params: { quantityMax } }
  }
  if (price < band.min) return { code: 'order.out_of_band', params: { priceMin: band.min } }
  if (price > band.max) return { code: 'order.out_of_band', params: { priceMax: band.max } }
  return null
}
