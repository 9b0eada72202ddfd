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
  type BaseUnits,
  type CurrencyUnits,
  type QuoteUnits,
} from '@tukar/money'
import { rupiahId } from './accounts.ts'
import { chargeSide } from './charges.ts'
import { InvariantViolation } from './invariant.ts'
import type { Market } from './market.ts'
import type { World } from './world.ts'

/** Fills the incoming order against a resting one, both given by their slots, as far as both go. */
export function fillOrder(world: World, market: Market, taker: number, maker: number): void {
  const { pool, tape } = world
  const takerSells = pool.isSell(taker)
  const price = priceUnits(pool.price(maker))
  const makerLeft = pool.remaining(maker)
  const takerLeft = pool.remaining(taker)
  const quantity = currencyUnits(makerLeft < takerLeft ? makerLeft : takerLeft)
  const quote = fillQuote(price, quantity, market.baseScale)
  const buyerRefund = shrinkHold(world, market, taker, maker, quantity, quote)
  world.mixOrder(maker).take()
  pool.setRemaining(taker, takerLeft - quantity)
  pool.setRemaining(maker, makerLeft - quantity)

  const buyer = pool.trader(takerSells ? maker : taker)
  const seller = pool.trader(takerSells ? taker : maker)
  payFill(world, buyer, seller, quantity, quote, buyerRefund)
  market.tradedAt(price)
  const { marketId, baseId, quoteId } = market.rules
  const no = market.tradeCount
  const fill = { marketId, no, quantity, quote, buyerRefund, baseId, quoteId }
  const at = tape.traded(taker, maker, fill)
  chargeFill(world, market, takerSells, buyer, seller, quantity, quote, at)
  if (makerLeft !== quantity) {
    world.mixOrder(maker).put()
  } else {
    tape.closed(maker, 'filled', 0, true)
    world.unlist(market, maker)
  }
}

/** What a fill gives back of its buyer's hold: for a better price, and 0 or 1 unit from rounding up. */
function shrinkHold(
  world: World,
  market: Market,
  taker: number,
  maker: number,
  quantity: BaseUnits,
  quote: QuoteUnits,
): QuoteUnits {
  const { pool } = world
  const takerSells = pool.isSell(taker)
  const buyer = takerSells ? maker : taker
  const limit = priceUnits(pool.price(buyer))
  const before = pool.remaining(buyer)
  const held = takerSells
    ? buyHold(limit, currencyUnits(before), market.baseScale)
    : world.takerHeld
  const left = before - quantity
  const after = left === 0 ? 0 : buyHold(limit, currencyUnits(left), market.baseScale)
  world.takerHeld = takerSells ? world.takerHeld - quantity : after
  const refund = held - quote - after
  if (refund < 0) throw new InvariantViolation('INV-10 a fill costs more than its hold')
  return currencyUnits(refund)
}

/** Base from the seller's hold to the buyer, quote from the buyer's hold to the seller. */
function payFill(
  world: World,
  buyer: number,
  seller: number,
  quantity: BaseUnits,
  quote: QuoteUnits,
  buyerRefund: QuoteUnits,
): void {
  const { ledger, traders } = world
  const buyerQuote = traders.quoteRow(buyer)
  ledger.payHeld(traders.baseRow(seller), traders.baseRow(buyer), quantity)
  ledger.payHeld(buyerQuote, traders.quoteRow(seller), quote)
  if (buyerRefund > 0) ledger.release(buyerQuote, buyerRefund)
}

/** Takes both sides' charges, the buyer's first, and values the taxes among them in rupiah. */
function chargeFill(
  world: World,
  market: Market,
  takerSells: boolean,
  buyer: number,
  seller: number,
  quantity: BaseUnits,
  quote: QuoteUnits,
  at: number,
): void {
  const { traders, tape } = world
  const active = world.chargesOf(market)
  const buying = takerSells ? active.buyingMaker : active.buyingTaker
  const selling = takerSells ? active.sellingTaker : active.sellingMaker
  const baseTax = chargeSide(world, buying, at, quantity, traders.baseRow(buyer))
  const quoteTax = chargeSide(world, selling, at, quote, traders.quoteRow(seller))
  tape.taxed(
    at,
    rupiahValue(baseTax, market.rules.baseId, market.baseRupiah),
    rupiahValue(quoteTax, market.rules.quoteId, market.quoteRupiah),
  )
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
