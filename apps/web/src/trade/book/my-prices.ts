/** Prices of the user's open orders: the book marks them, and the receipt detects self-trades with them. */
import { useMemo } from 'react'
import type { TradeMarket } from '../market/market.ts'
import { useOpenOrders } from '../orders/my-orders.ts'

export type MyPrices = {
  readonly buy: readonly number[]
  readonly sell: readonly number[]
}

/** The user's prices by side, in price units. */
export function useMyPrices(market: TradeMarket): MyPrices {
  const { orders } = useOpenOrders(market)
  return useMemo(
    () => ({
      buy: orders.filter((order) => order.side === 'buy').map((order) => order.price),
      sell: orders.filter((order) => order.side === 'sell').map((order) => order.price),
    }),
    [orders],
  )
}
