/** Parses the rules of a market from an operator's input, and formats them. */
import type { MarketRules } from '@tukar/core'
import {
  currencyUnits,
  fillQuote,
  formatPrice,
  formatUnits,
  outOfRange,
  parseUnits,
  priceUnits,
  ratePpm,
} from '@tukar/money'
import type { ChangeMarketRules, CurrencyFigures } from '@tukar/wire'
import { Refusal } from '../../../platform/http/refusal.ts'
import { same, type LocalText } from '../../desk/index.ts'
import { amountText, percentText, words } from './words.ts'

export type RulesText = Omit<ChangeMarketRules, 'pair'>
/** The rules that can change. */
export type MarketRuleValues = Omit<MarketRules, 'marketId' | 'symbol' | 'baseId' | 'quoteId'>
export type Pair = { readonly base: CurrencyFigures; readonly quote: CurrencyFigures }

/** Parses rules; refuses `amount.*` for an invalid amount, or one with too many decimals. */
export function readRules(text: RulesText, { base, quote }: Pair): MarketRuleValues {
  const price = (value: string) => priceUnits(unitsOf(value, quote.decimals))
  const quantity = (value: string) => currencyUnits(unitsOf(value, base.decimals))
  return {
    tick: price(text.tick),
    lot: quantity(text.lot),
    notionalMin: currencyUnits(unitsOf(text.minimum, quote.decimals)),
    quantityMax: quantity(text.quantity_max),
    priceMin: price(text.price_min),
    priceMax: price(text.price_max),
    referencePrice: price(text.reference_price),
    buyBandPpm: ratePpm(text.buy_band_ppm),
    sellBandPpm: ratePpm(text.sell_band_ppm),
    openOrdersMax: text.open_orders_max,
  }
}

function unitsOf(text: string, decimals: number): number {
  const parsed = parseUnits(text, decimals)
  if (parsed.ok) return parsed.units
  throw new Refusal(`amount.${parsed.fault}`, { decimals })
}

/** The rules in the format of the wire. */
export function rulesText(rules: PlainRules, { base, quote }: Pair): RulesText {
  const price = (units: number) => formatPrice(units, rules.tick, quote.decimals)
  const quantity = (units: number) => formatUnits(units, base.decimals)
  return {
    tick: formatUnits(rules.tick, quote.decimals),
    lot: quantity(rules.lot),
    minimum: formatUnits(rules.notionalMin, quote.decimals),
    quantity_max: quantity(rules.quantityMax),
    price_min: price(rules.priceMin),
    price_max: price(rules.priceMax),
    reference_price: price(rules.referencePrice),
    buy_band_ppm: rules.buyBandPpm,
    sell_band_ppm: rules.sellBandPpm,
    open_orders_max: rules.openOrdersMax,
  }
}

/** Rules with figures that may come from a table. */
export type PlainRules = { readonly [Name in keyof MarketRuleValues]: number }

/** Each rule by name as text; other amounts also in rupiah if a price is known. */
export function ruleWords(
  rules: PlainRules,
  pair: Pair,
  rupiahOf: (units: number, currency: CurrencyFigures) => number | null,
): Readonly<Record<keyof RulesText, LocalText>> {
  const amount = (units: number, currency: CurrencyFigures): LocalText => {
    const { symbol, decimals } = currency
    const text = amountText(units, symbol, decimals)
    const rupiah = symbol === 'IDR' ? null : rupiahOf(units, currency)
    if (rupiah === null) return same(text)
    return words('amountWithRupiah', { amount: text, rupiah: amountText(rupiah, 'IDR', 2) })
  }
  const { base, quote } = pair
  const share = (ppm: number) => words('shareOfReference', { percent: percentText(ppm) })
  return {
    tick: amount(rules.tick, quote),
    lot: amount(rules.lot, base),
    minimum: amount(rules.notionalMin, quote),
    quantity_max: amount(rules.quantityMax, base),
    price_min: amount(rules.priceMin, quote),
    price_max: amount(rules.priceMax, quote),
    reference_price: amount(rules.referencePrice, quote),
    buy_band_ppm: share(rules.buyBandPpm),
    sell_band_ppm: share(rules.sellBandPpm),
    open_orders_max: same(String(rules.openOrdersMax)),
  }
}

/** Values the base of a market at a given price, and its quote by another market's price; null: unknown. */
export function valueIn(
  pair: Pair,
  price: number,
  quoteRupiah: number | null,
): (units: number, currency: CurrencyFigures) => number | null {
  const ofQuote = (units: number): number | null => {
    if (pair.quote.symbol === 'IDR') return units
    return quoteRupiah === null ? null : valued(units, quoteRupiah, pair.quote.decimals)
  }
  return (units, { symbol }) => {
    if (symbol !== pair.base.symbol) return ofQuote(units)
    const inQuote = valued(units, price, pair.base.decimals)
    return inQuote === null ? null : ofQuote(inQuote)
  }
}

/** Rounded down; null if the value is too large for units. */
function valued(units: number, price: number, decimals: number): number | null {
  const value = fillQuote(priceUnits(price), currencyUnits(units), 10 ** decimals)
  return value === outOfRange ? null : value
}
