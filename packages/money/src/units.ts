/**
 * The kinds of integers for money. All are plain integers within ±(2^53 − 1); the brands distinguish them at
 * compile time (ADR 0001).
 */

declare const unit: unique symbol

/** An amount in the smallest unit of some currency (IDR: 10^-2, BTC: 10^-8, USDT: 10^-6). */
export type CurrencyUnits = number & { readonly [unit]: 'currency' }

/** An amount of a market's base currency, in units: the quantity that is bought or sold. */
export type BaseUnits = CurrencyUnits & { readonly side?: 'base' }

/** An amount of a market's quote currency, in units: the amount that is paid. */
export type QuoteUnits = CurrencyUnits & { readonly side?: 'quote' }

/** A price: quote units for one whole base currency (BTC_IDR: 1 = Rp 0.01 for 1 BTC). */
export type PriceUnits = number & { readonly [unit]: 'price' }

/** A rate in parts per million: 2000 = 0.20 %. */
export type RatePpm = number & { readonly [unit]: 'ppm' }

/** The largest amount of an account: 2^53 − 1. */
export const unitsMax = currencyUnits(9_007_199_254_740_991)

/** Nothing, in any currency. */
export const zeroUnits = currencyUnits(0)

// Only these three functions turn a plain number into money: the caller guarantees that it is an integer
// within ±(2^53 − 1) of that kind.

/** Marks an integer as an amount of some currency. */
export function currencyUnits(value: number): CurrencyUnits {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a brand has no other beginning
  return value as CurrencyUnits
}

/** Marks an integer as a price. */
export function priceUnits(value: number): PriceUnits {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a brand has no other beginning
  return value as PriceUnits
}

/** Marks an integer as a rate in parts per million. */
export function ratePpm(value: number): RatePpm {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a brand has no other beginning
  return value as RatePpm
}
