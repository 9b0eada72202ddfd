/** The receipt of a ticket on the live book, kept current while the order is whole. */
import { parseUnits, priceBand, priceUnits } from '@tukar/money'
import { useMemo } from 'react'
import type { Side } from '../../feed/levels.ts'
import { type Feed, useFeed } from '../../feed/store.ts'
import { useLastPrice } from '../market/live-markets.ts'
import type { TradeMarket } from '../market/market.ts'
import { useOwnPrices } from '../book/my-prices.ts'
import { type Receipt, type ReceiptInput, receiptOf } from './receipt.ts'
import { priceOf, quantityOf, type Ticket } from '../ticket/ticket.ts'
import { useOrderKind } from '../ticket/ticket-kind.ts'
import { rulesOf } from '../ticket/ticket-store.ts'

/** What the ticket's order would do now; null while it is not whole. */
export function useReceipt(market: TradeMarket, side: Side, ticket: Ticket): Receipt | null {
  const rules = rulesOf(market, side)
  const price = priceOf(rules, ticket)
  const quantity = quantityOf(rules, ticket)
  const own = useOwnPrices(market)
  const ownOpposite = side === 'buy' ? own.sell : own.buy
  const kind = useOrderKind()
  const band = useBand(market, side)
  const { baseScale } = market
  const rates = market.rates[side]
  const order = useMemo(() => {
    if (price === null || quantity === null) return null
    return { side, price, quantity, baseScale, ownOpposite, rates, kind, band }
  }, [side, price, quantity, baseScale, ownOpposite, rates, kind, band])
  const read = useMemo(() => (order === null ? noReceipt : receiptReader(order)), [order])
  return useFeed(read)
}

type Book = Pick<Feed, 'bids' | 'asks'>
type Order = Omit<ReceiptInput, keyof Book>

const noReceipt = () => null

/** Most changes of a book change nothing of an order: then the receipt is the one that it was. */
function receiptReader(order: Order): (book: Book) => Receipt | null {
  let known: {
    readonly book: Book
    readonly receipt: Receipt | null
    readonly text: string
  } | null = null
  return ({ bids, asks }) => {
    if (known?.book.bids === bids && known.book.asks === asks) return known.receipt
    const reckoned = receiptOf({ ...order, bids, asks })
    const text = JSON.stringify(reckoned)
    const receipt = known?.text === text ? known.receipt : reckoned
    known = { book: { bids, asks }, receipt, text }
    return receipt
  }
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
