/** At which prices one's own open orders stand: what the book marks and the receipt minds. */
import { useMemo } from 'react'
import type { TradeMarket } from '../market/market.ts'
import { useOpenOrders } from '../orders/my-orders.ts'

export type OwnPrices = {
  readonly buy: readonly number[]
  readonly sell: readonly number[]
}

/** Own prices by side, in price units. */
export function useOwnPrices(market: TradeMarket): OwnPrices {
  const { orders } = useOpenOrders(market)
  return useMemo(
    () => ({
      buy: orders.filter((order) => order.side === 'buy').map((order) => order.price),
      sell: orders.filter((order) => order.side === 'sell').map((order) => order.price),
    }),
    [orders],
  )
}
