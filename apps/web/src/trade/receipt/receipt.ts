/**
 * The receipt before the click: the effect of an order on the live book and the user's balances, as integers
 * and by the functions of the core, so that it equals the ledger exactly.
 */
import {
  type BaseUnits,
  currencyUnits,
  mulDivFloor,
  type OrderPreview,
  type PriceBand,
  type PreviewLevel,
  previewOrder,
  type PreviewPart,
  type PriceUnits,
  priceUnits,
} from '@tukar/money'
import type { Level, Side } from '../../feed/levels.ts'
import type { SideRates } from '../market/market.ts'
import { meanPrice, type Part } from '../book/mean-price.ts'
import type { OrderKind } from '../ticket/ticket-kind.ts'

export type ReceiptInput = {
  readonly side: Side
  readonly price: PriceUnits
  readonly quantity: BaseUnits
  readonly baseScale: number
  /** All known levels, best first. */
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  /** Prices of the user's open orders on the other side: the order stops at the first of them. */
  readonly ownOpposite: readonly number[]
  readonly rates: SideRates
  /** The time in force; default: until canceled. */
  readonly kind?: OrderKind
  /** The prices that the exchange accepts now; none while unknown. */
  readonly band?: PriceBand | null
}

/** Why the exchange would refuse the order. */
export type ReceiptRefusal =
  | { readonly kind: 'post' }
  | { readonly kind: 'above' | 'below'; readonly price: number }

export type Receipt = {
  /**
   * Taken from the available balance: quote for a buy, base for a sell. An order that never rests takes only
   * what it pays, because the rest is released at once.
   */
  readonly hold: number
  /** Whether the amount is paid at once, because nothing of the order rests. */
  readonly isPaid: boolean
  readonly now: PreviewPart
  readonly rests: PreviewPart
  /** The received amount if the order is completely filled at its limit or better. */
  readonly arrives: number
  readonly charges: Readonly<Record<'fee' | 'bourse' | 'vat' | 'income_tax', number>>
  /** Quote units for one base, rounded down; null if nothing fills now. */
  readonly averagePrice: number | null
  /** The difference of the worst taken price to the best one, in hundredths of a percent. */
  readonly impactBasisPoints: number
  /** The quantity ahead of the resting part on its side: better prices, and earlier orders at its price. */
  readonly ahead: number
  /** The quantity that is canceled at once, and why: self-trade prevention, IOC or FOK. */
  readonly canceled: { readonly quantity: number; readonly cause: CancelCause } | null
  /** Set if the order would be refused; the other figures do not apply then. */
  readonly refusal: ReceiptRefusal | null
}

export type CancelCause = 'own' | 'ioc' | 'fok'

/** Returns the receipt; null if price × quantity exceeds the maximum. */
export function buildReceipt(input: ReceiptInput): Receipt | null {
  const { side, price, quantity } = input
  const opposite = side === 'buy' ? input.asks : input.bids
  const crosses = (limit: number) => (side === 'buy' ? limit <= price : limit >= price)
  const ownPrices = input.ownOpposite.filter(crosses)
  const firstOwn = ownPrices.length === 0 ? null : findBest(side, ownPrices)
  const isBefore = (limit: number) =>
    firstOwn === null || (side === 'buy' ? limit < firstOwn : limit > firstOwn)
  const levels = opposite.filter((level) => isBefore(level.price)).map(previewLevel)
  const preview = previewOrder({ ...taking(input), levels })
  if (preview === null) return null
  const refusal = findRefusal(input, opposite[0]?.price, ownPrices.length > 0)
  const rest = preview.rests.quantity
  if (refusal !== null) return assemble(input, preview, levels, { canceled: null, refusal })
  if (input.kind === 'fok' && rest > 0) {
    const nothing = previewOrder({ ...taking(input), levels: [] })
    const none = { ...preview, fillsNow: (nothing ?? preview).fillsNow }
    return assemble(input, none, [], { canceled: { quantity, cause: 'fok' }, refusal: null })
  }
  const cause: CancelCause | null = firstOwn !== null ? 'own' : input.kind === 'ioc' ? 'ioc' : null
  const canceled = rest === 0 || cause === null ? null : { quantity: rest, cause }
  return assemble(input, preview, levels, { canceled, refusal: null })
}

function taking({ side, price, quantity, baseScale, rates }: ReceiptInput) {
  return { side, price, quantity, baseScale, takerRates: rates.taker, makerRates: rates.maker }
}

/** The first reason for a refusal, in the exchange's order of checks. */
function findRefusal(
  { side, price, kind, band = null }: ReceiptInput,
  best: number | undefined,
  meetsOwn: boolean,
): ReceiptRefusal | null {
  if (band !== null && price > band.max) return { kind: 'above', price: band.max }
  if (band !== null && price < band.min) return { kind: 'below', price: band.min }
  if (kind !== 'post') return null
  const meetsOther = best !== undefined && (side === 'buy' ? best <= price : best >= price)
  return meetsOther || meetsOwn ? { kind: 'post' } : null
}

function previewLevel({ price, quantity }: Level): PreviewLevel {
  return { price: priceUnits(price), quantity: currencyUnits(quantity) }
}

function findBest(side: Side, prices: readonly number[]): number {
  return side === 'buy' ? Math.min(...prices) : Math.max(...prices)
}

function assemble(
  input: ReceiptInput,
  { hold, fillsNow, rests }: OrderPreview,
  levels: readonly PreviewLevel[],
  { canceled, refusal }: Pick<Receipt, 'canceled' | 'refusal'>,
): Receipt {
  const isStopped = canceled !== null
  const isPaid = isStopped || input.kind === 'ioc' || input.kind === 'fok'
  const paid = input.side === 'buy' ? fillsNow.quote : fillsNow.quantity
  const sum = (kind: keyof Receipt['charges']) =>
    fillsNow.charges[kind] + (isStopped ? 0 : rests.charges[kind])
  const taken = takeLevels(levels, fillsNow.quantity)
  return {
    hold: isPaid ? paid : hold,
    isPaid,
    now: fillsNow,
    rests,
    arrives: fillsNow.arrives + (isStopped ? 0 : rests.arrives),
    charges: {
      fee: sum('fee'),
      bourse: sum('bourse'),
      vat: sum('vat'),
      income_tax: sum('income_tax'),
    },
    averagePrice: fillsNow.quantity === 0 ? null : meanPrice(taken),
    impactBasisPoints: computeImpact(taken),
    ahead: isStopped || rests.quantity === 0 ? 0 : sumAhead(input),
    canceled,
    refusal,
  }
}

/** The parts that an order of this quantity takes from the levels, best first. */
function takeLevels(levels: readonly PreviewLevel[], quantity: number): Part[] {
  const parts: Part[] = []
  let left = quantity
  for (const { price, quantity: resting } of levels) {
    if (left <= 0) break
    parts.push({ price, quantity: Math.min(left, resting) })
    left -= resting
  }
  return parts
}

function computeImpact(taken: readonly Part[]): number {
  const [best, worst] = [taken.at(0), taken.at(-1)]
  if (best === undefined || worst === undefined) return 0
  return mulDivFloor(Math.abs(worst.price - best.price), 10_000, best.price)
}

function sumAhead({ side, price, bids, asks }: ReceiptInput): number {
  const own = side === 'buy' ? bids : asks
  let ahead = 0
  for (const level of own) {
    if (side === 'buy' ? level.price < price : level.price > price) break
    ahead += level.quantity
  }
  return ahead
}
