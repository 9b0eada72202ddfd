/** The receipt of a ticket on the live book, kept current while the order is whole. */
import { parseUnits, priceBand, priceUnits } from '@tukar/money'
import { useMemo } from 'react'
import type { Side } from '../feed/levels.ts'
import { useFeed } from '../feed/store.ts'
import { useLastPrice } from './live-markets.ts'
import type { TradeMarket } from './market.ts'
import { useOwnPrices } from './own-prices.ts'
import { type Receipt, receiptOf } from './receipt.ts'
import { priceOf, quantityOf, type Ticket } from './ticket.ts'
import { useOrderKind } from './ticket-kind.ts'
import { rulesOf } from './ticket-store.ts'

/** What the ticket's order would do now; null while it is not whole. */
export function useReceipt(market: TradeMarket, side: Side, ticket: Ticket): Receipt | null {
  const rules = rulesOf(market, side)
  const price = priceOf(rules, ticket)
  const quantity = quantityOf(rules, ticket)
  const isWhole = price !== null && quantity !== null
  const bids = useFeed((feed) => (isWhole ? feed.bids : null))
  const asks = useFeed((feed) => (isWhole ? feed.asks : null))
  const own = useOwnPrices(market)
  const ownOpposite = side === 'buy' ? own.sell : own.buy
  const kind = useOrderKind()
  const band = useBand(market, side)
  const { baseScale } = market
  const rates = market.rates[side]
  return useMemo(() => {
    if (price === null || quantity === null || bids === null || asks === null) return null
    const book = { baseScale, bids, asks, ownOpposite, rates, band }
    return receiptOf({ ...book, side, price, quantity, kind })
  }, [side, price, quantity, baseScale, bids, asks, ownOpposite, rates, kind, band])
}

/**
 * The prices that the exchange takes now: around the last one, or the listing's before any. Null where
 * there is no bound, or none is known yet.
 */
function useBand({ pair, band, quote }: TradeMarket, side: Side) {
  const lastPrice = useLastPrice(pair)
  return useMemo(() => {
    if (band === null || lastPrice === undefined) return null
    const parsed = lastPrice === null ? null : parseUnits(lastPrice, quote.decimals)
    const reference = parsed?.ok === true ? parsed.units : band.reference
    return priceBand(band, priceUnits(reference), side)
  }, [band, lastPrice, quote.decimals, side])
}
