/** The orders that the house's traders send. */
import type { PlaceOrder } from '@tukar/core'
import { currencyUnits, priceUnits } from '@tukar/money'
import type { Side, SimulatedMarket } from './market.ts'

type Figures = {
  readonly accountId: number
  readonly market: SimulatedMarket
  readonly side: Side
  readonly price: number
  readonly quantity: number
}

/** An order that rests; it is refused where it would take, so that makers never race people. */
export function quoteOrder(figures: Figures): PlaceOrder {
  return { ...orderOf(figures), timeInForce: 'GTC', postOnly: true }
}

/** An order that takes what stands at its price or better, and leaves nothing. */
export function takingOrder(figures: Figures): PlaceOrder {
  return { ...orderOf(figures), timeInForce: 'IOC', postOnly: false }
}

function orderOf({
  accountId,
  market,
  side,
  price,
  quantity,
}: Figures): Omit<PlaceOrder, 'timeInForce' | 'postOnly'> {
  return {
    kind: 'place',
    accountId,
    marketId: market.marketId,
    side,
    price: priceUnits(price),
    size: { by: 'quantity', quantity: currencyUnits(quantity) },
  }
}
