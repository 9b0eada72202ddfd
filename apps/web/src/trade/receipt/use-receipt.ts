/** The receipt of a ticket against the live book, updated while the ticket has an order. */
import { parseUnits, priceBand, priceUnits } from '@tukar/money'
import { useMemo } from 'react'
import type { Side } from '../../feed/levels.ts'
import { type Feed, useFeed } from '../../feed/store.ts'
import { useLastPrice } from '../market/live-markets.ts'
import type { TradeMarket } from '../market/market.ts'
import { useMyPrices } from '../book/my-prices.ts'
import { type Receipt, type ReceiptInput, buildReceipt } from './receipt.ts'
import { readPrice, readQuantity, type Ticket } from '../ticket/ticket.ts'
import { useOrderKind } from '../ticket/ticket-kind.ts'
import { toTicketRules } from '../ticket/ticket-store.ts'

/** The effect of the ticket's order now; null without a complete order. */
export function useReceipt(market: TradeMarket, side: Side, ticket: Ticket): Receipt | null {
  const rules = toTicketRules(market, side)
  const price = readPrice(rules, ticket)
  const quantity = readQuantity(rules, ticket)
  const own = useMyPrices(market)
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

/** Most changes of the book do not affect an order: then the receipt stays the same object. */
function receiptReader(order: Order): (book: Book) => Receipt | null {
  let known: {
    readonly book: Book
    readonly receipt: Receipt | null
    readonly text: string
  } | null = null
  return ({ bids, asks }) => {
    if (known?.book.bids === bids && known.book.asks === asks) return known.receipt
    const reckoned = buildReceipt({ ...order, bids, asks })
    const text = JSON.stringify(reckoned)
    const receipt = known?.text === text ? known.receipt : reckoned
    known = { book: { bids, asks }, receipt, text }
    return receipt
  }
}

/**
 * The prices that the exchange accepts now: around the last price, or the listing price before the first
 * trade. Null without limits, or while they are unknown.
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
