/**
 * What an order would result in, before it is placed: the receipt of the ticket. It uses the same levels and
 * formulas as the core, so the figures of immediate fills equal the ledger's.
 */
import { outOfRange } from './exact.ts'
import { buyHold, chargeAmount, fillQuote } from './trade.ts'
import {
  type BaseUnits,
  type CurrencyUnits,
  currencyUnits,
  type PriceUnits,
  type QuoteUnits,
  type RatePpm,
} from './units.ts'

/** A charge for one side of a fill: its kind, its rate, and whether it applies to the fee. */
export type PreviewRate = {
  readonly kind: 'fee' | 'bourse' | 'vat' | 'income_tax'
  readonly base: 'gross' | 'fee'
  readonly ratePpm: RatePpm
}

/** An order of the other side that would be matched, best first; a level counts as one order. */
export type PreviewLevel = { readonly price: PriceUnits; readonly quantity: BaseUnits }

export type PreviewInput = {
  readonly side: 'buy' | 'sell'
  readonly price: PriceUnits
  readonly quantity: BaseUnits
  readonly baseScale: number
  /** The other side of the book, best first. */
  readonly levels: readonly PreviewLevel[]
  readonly takerRates: readonly PreviewRate[]
  readonly makerRates: readonly PreviewRate[]
}

/** Sums of one part of an order. Charges are in the currency that the side receives. */
export type PreviewPart = {
  readonly quantity: BaseUnits
  readonly quote: QuoteUnits
  readonly charges: Readonly<Record<PreviewRate['kind'], CurrencyUnits>>
  /** The received amount after charges: base for a buy, quote for a sell. */
  readonly arrives: CurrencyUnits
}

export type OrderPreview = {
  /** Held from the available balance at placement: quote for a buy, base for a sell. */
  readonly hold: CurrencyUnits
  readonly fillsNow: PreviewPart
  /** The part that would rest, as if it were filled at its own limit by one order. */
  readonly rests: PreviewPart
}

/** The preview, or null if price × quantity is too large for an order. */
export function previewOrder(input: PreviewInput): OrderPreview | null {
  const { side, price, quantity, baseScale } = input
  const hold = side === 'buy' ? buyHold(price, quantity, baseScale) : quantity
  if (hold === outOfRange || fillQuote(price, quantity, baseScale) === outOfRange) return null
  const taken: PreviewLevel[] = []
  let left: number = quantity
  for (const level of input.levels) {
    if (left === 0 || (side === 'buy' ? level.price > price : level.price < price)) break
    const part = left < level.quantity ? left : level.quantity
    taken.push({ price: level.price, quantity: currencyUnits(part) })
    left -= part
  }
  const resting = left === 0 ? [] : [{ price, quantity: currencyUnits(left) }]
  return {
    hold,
    fillsNow: sumFills(side, taken, input.takerRates, baseScale),
    rests: sumFills(side, resting, input.makerRates, baseScale),
  }
}

function sumFills(
  side: 'buy' | 'sell',
  fills: readonly PreviewLevel[],
  rates: readonly PreviewRate[],
  baseScale: number,
): PreviewPart {
  const charges = { fee: 0, bourse: 0, vat: 0, income_tax: 0 }
  let quantity = 0
  let quote = 0
  let charged = 0
  for (const fill of fills) {
    const fillQuoted = fillQuote(fill.price, fill.quantity, baseScale)
    const gross: CurrencyUnits = side === 'buy' ? fill.quantity : fillQuoted
    let fees = 0
    for (const { kind, base, ratePpm } of rates) {
      const amount = chargeAmount(base === 'gross' ? gross : currencyUnits(fees), ratePpm)
      if (kind === 'fee') fees += amount
      charges[kind] += amount
      charged += amount
    }
    quantity += fill.quantity
    quote += fillQuoted
  }
  return {
    quantity: currencyUnits(quantity),
    quote: currencyUnits(quote),
    charges: {
      fee: currencyUnits(charges.fee),
      bourse: currencyUnits(charges.bourse),
      vat: currencyUnits(charges.vat),
      income_tax: currencyUnits(charges.income_tax),
    },
    arrives: currencyUnits((side === 'buy' ? quantity : quote) - charged),
  }
}
