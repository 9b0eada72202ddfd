/**
 * What an order and a fill come to: the same functions in browser and server, so that a receipt
 * shown before the click equals the ledger to the last unit. Every rounding is named (ADR 0001).
 *
 * `baseScale` is 10^(decimals of the base currency): a price is quote units for one whole base.
 */
import { divFloor, mulDivCeil, mulDivFloor, outOfRange, remainder } from './exact.ts'
import type { BaseUnits, CurrencyUnits, PriceUnits, QuoteUnits, RatePpm } from './units.ts'

const ppmScale = 1_000_000

/** Quote amount of a fill: floor(price × quantity), one figure for buyer and seller; −1 if too big. */
export function fillQuote(price: PriceUnits, quantity: BaseUnits, baseScale: number): QuoteUnits {
  return mulDivFloor(price, quantity, baseScale) as QuoteUnits
}

/** What a buy holds for a quantity at its limit: ceil(price × quantity); −1 if too big. */
export function buyHold(price: PriceUnits, quantity: BaseUnits, baseScale: number): QuoteUnits {
  return mulDivCeil(price, quantity, baseScale) as QuoteUnits
}

/**
 * The quantity that a budget buys at a limit: floor(budget / price), down to the lot; −1 if it
 * is too big to be a quantity. With budget = `buyHold(price, q)` it is exactly q for any q on the lot.
 */
export function quantityForBudget(
  budget: QuoteUnits,
  price: PriceUnits,
  baseScale: number,
  lot: BaseUnits,
): BaseUnits {
  const quantity = mulDivFloor(budget, baseScale, price)
  return (quantity === outOfRange ? outOfRange : quantity - remainder(quantity, lot)) as BaseUnits
}

/** A charge: floor(base × rate) of each fill. */
export function chargeAmount(base: CurrencyUnits, ratePpm: RatePpm): CurrencyUnits {
  return mulDivFloor(base, ratePpm, ppmScale) as CurrencyUnits
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
  return mulDivFloor(amount, percent, 100) as CurrencyUnits
}

/** The reference price moved to a share of it, rounded down. */
export function priceAtShare(reference: PriceUnits, sharePpm: RatePpm): PriceUnits {
  return mulDivFloor(reference, sharePpm, ppmScale) as PriceUnits
}

/** No order is below a tenth or above ten times the reference. */
const farBelowDivisor = 10
const farAboveFactor = 10

/** The limits that an order is checked against, besides balance and book. */
export type OrderLimits = {
  readonly tick: PriceUnits
  readonly lot: BaseUnits
  readonly notionalMin: QuoteUnits
  readonly quantityMax: BaseUnits
  readonly priceMin: PriceUnits
  readonly priceMax: PriceUnits
  readonly buyBandPpm: RatePpm
  readonly sellBandPpm: RatePpm
  readonly baseScale: number
  /** The last price, before the first trade the listing's. */
  readonly reference: PriceUnits
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

/** The first fault of an order in the order of R-11, or null. */
export function findOrderFault(
  limits: OrderLimits,
  side: 'buy' | 'sell',
  price: PriceUnits,
  quantity: BaseUnits,
): OrderFault | null {
  const { tick, lot, notionalMin, quantityMax, priceMin, priceMax } = limits
  if (price <= 0 || !isMultiple(price, tick)) return { code: 'order.off_tick', params: { tick } }
  if (quantity < 0 ? quantity !== outOfRange : !isMultiple(quantity, lot)) {
    return { code: 'order.off_lot', params: { lot } }
  }
  const isTooBig = quantity === outOfRange || quantity > quantityMax
  const notional = isTooBig ? outOfRange : fillQuote(price, quantity, limits.baseScale)
  if (!isTooBig && notional !== outOfRange && (quantity === 0 || notional < notionalMin)) {
    return { code: 'order.below_minimum', params: { notionalMin } }
  }
  if (isTooBig || buyHold(price, quantity, limits.baseScale) === outOfRange) {
    return { code: 'order.above_maximum', params: { quantityMax } }
  }
  const band = priceBand(limits, side)
  if (price < priceMin || price < band.min) {
    return {
      code: 'order.out_of_band',
      params: { priceMin: priceMin > band.min ? priceMin : band.min },
    }
  }
  if (price > priceMax || price > band.max) {
    return {
      code: 'order.out_of_band',
      params: { priceMax: priceMax < band.max ? priceMax : band.max },
    }
  }
  return null
}

/**
 * The prices that a side may ask for: a buy at most 1.2 × the reference, a sell at least 0.8 ×,
 * and either between 0.1 × and 10 ×.
 */
export function priceBand(
  limits: OrderLimits,
  side: 'buy' | 'sell',
): { readonly min: PriceUnits; readonly max: PriceUnits } {
  const { reference } = limits
  const farMin = divFloor(reference + farBelowDivisor - 1, farBelowDivisor)
  const farMax = reference > limits.priceMax ? limits.priceMax : reference * farAboveFactor
  const min = side === 'sell' ? mulDivCeil(reference, limits.sellBandPpm, ppmScale) : farMin
  const max = side === 'buy' ? mulDivFloor(reference, limits.buyBandPpm, ppmScale) : farMax
  return { min: min as PriceUnits, max: max as PriceUnits }
}
