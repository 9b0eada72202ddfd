/** Orders that the market makers send. */
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

/** A post-only order. It never takes, so that makers do not compete with users. */
export function quoteOrder(figures: Figures): PlaceOrder {
  return { ...orderOf(figures), timeInForce: 'GTC', postOnly: true }
}

/** An immediate order that takes liquidity at its price or better, and never rests. */
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
