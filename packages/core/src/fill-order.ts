/**
 * One fill: at the maker's price both orders shrink, base and quote change hands, each side's charges
 * are taken from what it receives, and the buyer's hold becomes that of what is left.
 */
import {
  buyHold,
  currencyUnits,
  fillQuote,
  mulDivFloor,
  outOfRange,
  priceUnits,
  zeroUnits,
  type BaseUnits,
  type CurrencyUnits,
  type PriceUnits,
  type QuoteUnits,
} from '@tukar/money'
import { rupiahId } from './accounts.ts'
import { chargeSide } from './charges.ts'
import type { Side } from './commands.ts'
import type { Charge } from './events.ts'
import { InvariantViolation } from './invariant.ts'
import type { Market } from './market.ts'
import type { World } from './world.ts'

/** The incoming order while it is matched. */
export type Taker = {
  readonly orderId: number
  readonly accountId: number
  readonly trader: number
  readonly side: Side
  readonly price: PriceUnits
  remaining: number
  /** What is still held for it, in the currency that it pays with. */
  held: number
}

/** Fills the taker against the order in a slot, as far as both go. */
export function fillOrder(world: World, market: Market, taker: Taker, slot: number): void {
  const { pool, traders } = world
  const takerBuys = taker.side === 'buy'
  const maker = pool.trader(slot)
  const price = priceUnits(pool.price(slot))
  const makerLeft = pool.remaining(slot)
  const quantity = currencyUnits(makerLeft < taker.remaining ? makerLeft : taker.remaining)
  const quote = fillQuote(price, quantity, market.baseScale)
  const makerOrderId = pool.orderId(slot)
  const makerAccountId = traders.accountId(maker)

  const buyerRefund = takerBuys
    ? refundTaker(taker, quantity, quote, market.baseScale)
    : refundMaker(price, makerLeft, quantity, quote, market.baseScale)
  taker.remaining -= quantity
  if (!takerBuys) taker.held -= quantity
  if (makerLeft === quantity) world.unrest(market, slot)
  else world.reduce(slot, makerLeft - quantity)

  const charges: Charge[] = []
  const buyer = takerBuys ? taker.trader : maker
  const seller = takerBuys ? maker : taker.trader
  payFill(world, buyer, seller, { quantity, quote, buyerRefund })
  market.tradedAt(price)
  const taxes = chargeFill(world, market, { takerBuys, buyer, seller, quantity, quote }, charges)
  world.emit({
    kind: 'traded',
    marketId: market.rules.marketId,
    no: market.tradeCount,
    price,
    quantity,
    quote,
    takerSide: taker.side,
    makerOrderId,
    takerOrderId: taker.orderId,
    makerAccountId,
    takerAccountId: taker.accountId,
    makerRemaining: currencyUnits(makerLeft - quantity),
    takerRemaining: currencyUnits(taker.remaining),
    buyerRefund,
    charges,
    baseTaxRupiah: taxes.base,
    quoteTaxRupiah: taxes.quote,
  })
  if (makerLeft === quantity) {
    world.emit({
      kind: 'order_closed',
      orderId: makerOrderId,
      accountId: makerAccountId,
      marketId: market.rules.marketId,
      side: takerBuys ? 'sell' : 'buy',
      price,
      reason: 'filled',
      remaining: zeroUnits,
      released: zeroUnits,
      rested: true,
    })
  }
}

/** Shrinks a buying taker's hold; what it gives back, its better price included. */
function refundTaker(
  taker: Taker,
  quantity: BaseUnits,
  quote: QuoteUnits,
  baseScale: number,
): QuoteUnits {
  const left = currencyUnits(taker.remaining - quantity)
  const after = left === 0 ? 0 : buyHold(taker.price, left, baseScale)
  const refund = taker.held - quote - after
  taker.held = after
  return currencyUnits(refund)
}

/** What a buying maker's hold gives back: 0 or 1 unit, from rounding up. */
function refundMaker(
  price: PriceUnits,
  makerLeft: number,
  quantity: BaseUnits,
  quote: QuoteUnits,
  baseScale: number,
): QuoteUnits {
  const before = buyHold(price, currencyUnits(makerLeft), baseScale)
  const left = currencyUnits(makerLeft - quantity)
  return currencyUnits(before - quote - (left === 0 ? 0 : buyHold(price, left, baseScale)))
}

type Payment = {
  readonly quantity: BaseUnits
  readonly quote: QuoteUnits
  readonly buyerRefund: QuoteUnits
}

/** Base from the seller's hold to the buyer, quote from the buyer's hold to the seller. */
function payFill(world: World, buyer: number, seller: number, payment: Payment): void {
  const { ledger, traders } = world
  if (payment.buyerRefund < 0)
    throw new InvariantViolation('INV-10 a fill costs more than its hold')
  const buyerQuote = traders.quoteRow(buyer)
  ledger.payHeld(traders.baseRow(seller), traders.baseRow(buyer), payment.quantity)
  ledger.payHeld(buyerQuote, traders.quoteRow(seller), payment.quote)
  if (payment.buyerRefund > 0) ledger.release(buyerQuote, payment.buyerRefund)
}

type ChargedFill = {
  readonly takerBuys: boolean
  readonly buyer: number
  readonly seller: number
  readonly quantity: BaseUnits
  readonly quote: QuoteUnits
}

/** Takes both sides' charges, the buyer's first, and values the taxes among them in rupiah. */
function chargeFill(
  world: World,
  market: Market,
  fill: ChargedFill,
  charges: Charge[],
): { readonly base: CurrencyUnits | null; readonly quote: CurrencyUnits | null } {
  const { ledger, traders } = world
  const { baseId, quoteId } = market.rules
  const active = world.chargesOf(market)
  const baseTax = chargeSide(
    ledger,
    fill.takerBuys ? active.buyingTaker : active.buyingMaker,
    { side: 'buy', currencyId: baseId, gross: fill.quantity, row: traders.baseRow(fill.buyer) },
    charges,
  )
  const quoteTax = chargeSide(
    ledger,
    fill.takerBuys ? active.sellingMaker : active.sellingTaker,
    { side: 'sell', currencyId: quoteId, gross: fill.quote, row: traders.quoteRow(fill.seller) },
    charges,
  )
  return {
    base: rupiahValue(baseTax, baseId, market.baseRupiah),
    quote: rupiahValue(quoteTax, quoteId, market.quoteRupiah),
  }
}

/** A tax in rupiah at the last rupiah price of its currency, rounded down; null if none is known. */
function rupiahValue(
  tax: CurrencyUnits,
  currencyId: number,
  rupiahMarket: Market | null,
): CurrencyUnits | null {
  if (tax === 0 || currencyId === rupiahId) return tax
  if (rupiahMarket === null || rupiahMarket.lastPrice === null) return null
  const value = mulDivFloor(tax, rupiahMarket.lastPrice, rupiahMarket.baseScale)
  return value === outOfRange ? null : currencyUnits(value)
}
