/**
 * The receipt before the click: what an order does to the live book and to one's money, in integers and
 * by the functions that the core uses, so that it equals the ledger to the last unit.
 */
import {
  type BaseUnits,
  currencyUnits,
  mulDivFloor,
  type OrderPreview,
  type PreviewLevel,
  previewOrder,
  type PreviewPart,
  type PriceUnits,
  priceUnits,
} from '@tukar/money'
import type { Level, Side } from '../feed/levels.ts'
import type { SideRates } from './market.ts'

export type ReceiptInput = {
  readonly side: Side
  readonly price: PriceUnits
  readonly quantity: BaseUnits
  readonly baseScale: number
  /** The whole sides as known, best first. */
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  /** Prices of own open orders on the other side: the order stops at the first of them. */
  readonly ownOpposite: readonly number[]
  readonly rates: SideRates
}

export type Receipt = {
  /** Taken from available: quote for a buy, base for a sell. */
  readonly hold: number
  readonly now: PreviewPart
  readonly rests: PreviewPart
  /** Both parts together: what arrives when all of it is filled at the limit or better. */
  readonly arrives: number
  readonly charges: Readonly<Record<'fee' | 'bourse' | 'vat' | 'income_tax', number>>
  /** Quote units for one base, rounded down; null where nothing fills now. */
  readonly averagePrice: number | null
  /** The worst price taken against the best one, in hundredths of a percent. */
  readonly impactBasisPoints: number
  /** What stands before the resting part in its own side: better prices, and earlier ones at its own. */
  readonly ahead: number
  /** What is canceled at once because it meets an own order. */
  readonly stopped: number
}

/** Returns the receipt, null where price × quantity is too big to be an order. */
export function receiptOf(input: ReceiptInput): Receipt | null {
  const { side, price, quantity, baseScale, rates } = input
  const opposite = side === 'buy' ? input.asks : input.bids
  const crosses = (limit: number) => (side === 'buy' ? limit <= price : limit >= price)
  const ownPrices = input.ownOpposite.filter(crosses)
  const firstOwn = ownPrices.length === 0 ? null : bestOf(side, ownPrices)
  const isBefore = (limit: number) =>
    firstOwn === null || (side === 'buy' ? limit < firstOwn : limit > firstOwn)
  const levels = opposite.filter((level) => isBefore(level.price)).map(previewLevel)
  const preview = previewOrder({
    side,
    price,
    quantity,
    baseScale,
    levels,
    takerRates: rates.taker,
    makerRates: rates.maker,
  })
  if (preview === null) return null
  const stopped = firstOwn === null ? 0 : preview.rests.quantity
  return assemble(input, preview, levels, stopped)
}

function previewLevel({ price, quantity }: Level): PreviewLevel {
  return { price: priceUnits(price), quantity: currencyUnits(quantity) }
}

function bestOf(side: Side, prices: readonly number[]): number {
  return side === 'buy' ? Math.min(...prices) : Math.max(...prices)
}

function assemble(
  input: ReceiptInput,
  { hold, fillsNow, rests }: OrderPreview,
  levels: readonly PreviewLevel[],
  stopped: number,
): Receipt {
  const isStopped = stopped > 0
  const sum = (kind: keyof Receipt['charges']) =>
    fillsNow.charges[kind] + (isStopped ? 0 : rests.charges[kind])
  return {
    hold,
    now: fillsNow,
    rests,
    arrives: fillsNow.arrives + (isStopped ? 0 : rests.arrives),
    charges: {
      fee: sum('fee'),
      bourse: sum('bourse'),
      vat: sum('vat'),
      income_tax: sum('income_tax'),
    },
    averagePrice: averageOf(fillsNow, input.baseScale),
    impactBasisPoints: impactOf(fillsNow.quantity, levels),
    ahead: isStopped || rests.quantity === 0 ? 0 : aheadOf(input),
    stopped,
  }
}

function averageOf({ quantity, quote }: PreviewPart, baseScale: number): number | null {
  return quantity === 0 ? null : mulDivFloor(quote, baseScale, quantity)
}

function impactOf(quantity: number, levels: readonly PreviewLevel[]): number {
  const best = levels[0]?.price
  if (best === undefined || quantity === 0) return 0
  let left = quantity
  let worst: number = best
  for (const level of levels) {
    if (left <= 0) break
    worst = level.price
    left -= level.quantity
  }
  return mulDivFloor(Math.abs(worst - best), 10_000, best)
}

function aheadOf({ side, price, bids, asks }: ReceiptInput): number {
  const own = side === 'buy' ? bids : asks
  let ahead = 0
  for (const level of own) {
    if (side === 'buy' ? level.price < price : level.price > price) break
    ahead += level.quantity
  }
  return ahead
}
