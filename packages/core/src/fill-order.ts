/**
 * One fill at the maker's price: both orders shrink, base and quote change owners, each side pays its charges
 * from what it receives, and the buyer's hold is reduced to what the rest of the order needs.
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
import { closeCodes } from './state/event-buffer.ts'
import { InvariantViolation } from './invariant.ts'
import * as layout from './state/layout.ts'
import type { Market } from './state/market.ts'
import type { ExchangeState } from './state/exchange-state.ts'

const { baseRowInt, priceNumber, quoteRowInt, remainingNumber } = layout
const { filled } = closeCodes

/**
 * Fills the incoming order against a resting one, as far as both quantities allow. Both are given by their
 * slots.
 */
export function fillOrder(
  state: ExchangeState,
  market: Market,
  taker: number,
  maker: number,
): void {
  // This may open rows and so replace the arrays: call it before reading them.
  const active = state.chargesOf(market)
  const { eventBuffer, ledger, pool, records } = state
  const { numbers, ints } = records
  const { baseScale, rules } = market
  const takerSells = pool.isSell(taker)
  const price = priceUnits(numbers[(maker >> 1) + priceNumber])
  const limit = takerSells ? price : priceUnits(numbers[(taker >> 1) + priceNumber])
  const makerLeft = numbers[(maker >> 1) + remainingNumber]
  const takerLeft = numbers[(taker >> 1) + remainingNumber]
  const quantity = currencyUnits(makerLeft < takerLeft ? makerLeft : takerLeft)
  const quote = fillQuote(price, quantity, baseScale)

  // The buyer's surplus hold is released: it comes from a better price, and from rounding (0 or 1 unit).
  const buyerLeft = (takerSells ? makerLeft : takerLeft) - quantity
  const held = takerSells ? buyHold(price, currencyUnits(makerLeft), baseScale) : state.takerHeld
  const stillHeld = buyerLeft === 0 ? 0 : buyHold(limit, currencyUnits(buyerLeft), baseScale)
  state.takerHeld = takerSells ? state.takerHeld - quantity : stillHeld
  const refund = held - quote - stillHeld
  if (refund < 0) throw new InvariantViolation('INV-10 a fill costs more than its hold')

  numbers[(taker >> 1) + remainingNumber] = takerLeft - quantity
  numbers[(maker >> 1) + remainingNumber] = makerLeft - quantity
  const buyer = pool.marketAccount(takerSells ? maker : taker)
  const seller = pool.marketAccount(takerSells ? taker : maker)
  ledger.payFill(buyer, seller, quantity, quote, refund)
  market.tradedAt(price)
  const buying = takerSells ? active.buyingMaker : active.buyingTaker
  const selling = takerSells ? active.sellingTaker : active.sellingMaker
  const at = eventBuffer.traded(
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
  const baseTax = chargeSide(state, buying, quantity, ints[buyer + baseRowInt])
  const quoteTax = chargeSide(state, selling, quote, ints[seller + quoteRowInt])
  eventBuffer.taxed(
    at,
    rupiahValue(baseTax, rules.baseId, market.baseRupiah),
    rupiahValue(quoteTax, rules.quoteId, market.quoteRupiah),
  )
  if (makerLeft !== quantity) {
    pool.note(maker)
  } else {
    eventBuffer.closed(maker, filled, 0, true)
    state.removeFromBook(market, maker)
  }
}

/** A tax in rupiah at the last rupiah price of its currency, rounded down; null if no price is known. */
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
