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
  type CurrencyUnits,
} from '@tukar/money'
import { rupiahId } from './accounts.ts'
import { chargeSide } from './charges.ts'
import { closeCodes } from './event-tape.ts'
import { InvariantViolation } from './invariant.ts'
import * as layout from './layout.ts'
import type { Market } from './market.ts'
import type { World } from './world.ts'

const { baseRowInt, priceNumber, quoteRowInt, remainingNumber } = layout
const { filled } = closeCodes

/** Fills the incoming order against a resting one, both given by their slots, as far as both go. */
export function fillOrder(world: World, market: Market, taker: number, maker: number): void {
  // It may open rows, and the arrays be others then.
  const active = world.chargesOf(market)
  const { tape, ledger, pool, records } = world
  const { numbers, ints } = records
  const { baseScale, rules } = market
  const takerSells = pool.isSell(taker)
  const price = priceUnits(numbers[(maker >> 1) + priceNumber])
  const limit = takerSells ? price : priceUnits(numbers[(taker >> 1) + priceNumber])
  const makerLeft = numbers[(maker >> 1) + remainingNumber]
  const takerLeft = numbers[(taker >> 1) + remainingNumber]
  const quantity = currencyUnits(makerLeft < takerLeft ? makerLeft : takerLeft)
  const quote = fillQuote(price, quantity, baseScale)

  // The buyer gets back what his hold has over: for a better price, and 0 or 1 unit from rounding up.
  const buyerLeft = (takerSells ? makerLeft : takerLeft) - quantity
  const held = takerSells ? buyHold(price, currencyUnits(makerLeft), baseScale) : world.takerHeld
  const stillHeld = buyerLeft === 0 ? 0 : buyHold(limit, currencyUnits(buyerLeft), baseScale)
  world.takerHeld = takerSells ? world.takerHeld - quantity : stillHeld
  const refund = held - quote - stillHeld
  if (refund < 0) throw new InvariantViolation('INV-10 a fill costs more than its hold')

  numbers[(taker >> 1) + remainingNumber] = takerLeft - quantity
  numbers[(maker >> 1) + remainingNumber] = makerLeft - quantity
  const buyer = pool.trader(takerSells ? maker : taker)
  const seller = pool.trader(takerSells ? taker : maker)
  ledger.payFill(buyer, seller, quantity, quote, refund)
  market.tradedAt(price)
  const buying = takerSells ? active.buyingMaker : active.buyingTaker
  const selling = takerSells ? active.sellingTaker : active.sellingMaker
  const at = tape.traded(
    taker,
    maker,
    rules,
    market.tradeCount,
    quantity,
    quote,
    refund,
    buying.length,
    selling.length,
  )
  // Both sides' charges, the buyer's first, and the taxes among them in rupiah.
  const baseTax = chargeSide(world, buying, quantity, ints[buyer + baseRowInt])
  const quoteTax = chargeSide(world, selling, quote, ints[seller + quoteRowInt])
  tape.taxed(
    at,
    rupiahValue(baseTax, rules.baseId, market.baseRupiah),
    rupiahValue(quoteTax, rules.quoteId, market.quoteRupiah),
  )
  if (makerLeft !== quantity) {
    pool.note(maker)
  } else {
    tape.closed(maker, filled, 0, true)
    world.unrest(market, maker)
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
