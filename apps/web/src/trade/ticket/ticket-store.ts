/**
 * The two tickets of the page, outside React: both forms, the phone's sheet and the book's rows use them, and
 * only components that show a ticket redraw when it changes.
 */
import { useSyncExternalStore } from 'react'
import type { Side } from '../../feed/levels.ts'
import type { TradeMarket } from '../market/market.ts'
import {
  changeTicket,
  emptyTicket,
  type Ticket,
  type TicketAction,
  type TicketRules,
} from './ticket.ts'

type Tickets = Readonly<Record<Side, Ticket>>

const emptyTickets: Tickets = { buy: emptyTicket, sell: emptyTicket }

let pair: string | null = null
let tickets: Tickets = emptyTickets
const listeners = new Set<() => void>()

function change(next: Tickets): void {
  if (next === tickets) return
  tickets = next
  for (const listener of listeners) listener()
}

/** Resets the tickets when another market is opened. */
export function openTickets(nextPair: string): void {
  if (pair === nextPair) return
  pair = nextPair
  change(emptyTickets)
}

/** Returns the rules of a side's ticket. */
export function toTicketRules(market: TradeMarket, side: Side): TicketRules {
  return {
    side,
    priceDecimals: market.quote.decimals,
    baseDecimals: market.base.decimals,
    baseScale: market.baseScale,
    tick: market.tick,
    lot: market.lot,
  }
}

/** Tickets whose order has a running request: their price does not follow the market. */
const current = new Set<string>()
const nameOf = (market: TradeMarket, side: Side) => `${market.pair} ${side}`

/** Sets whether the price of a side may follow the market while the user has not chosen one. */
export function followPrices(market: TradeMarket, side: Side, isFollowing: boolean): void {
  if (isFollowing) current.delete(nameOf(market, side))
  else current.add(nameOf(market, side))
}

/** Changes the ticket of one side; late changes from a previous market are ignored. */
export function act(market: TradeMarket, side: Side, action: TicketAction): void {
  if (market.pair !== pair) return
  if (action.kind === 'lastPrice' && current.has(nameOf(market, side))) return
  const next = changeTicket(toTicketRules(market, side), tickets[side], action)
  if (next !== tickets[side]) change({ ...tickets, [side]: next })
}

/** Changes both tickets: values from the book or the market go into each (DEC-86). */
export function actOnBoth(market: TradeMarket, action: TicketAction): void {
  act(market, 'buy', action)
  act(market, 'sell', action)
}

/** The ticket of a side; the component draws again when it changes. */
export function useTicket(side: Side): Ticket {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => tickets[side],
  )
}

/** The current ticket of a side. */
export function currentTicket(side: Side): Ticket {
  return tickets[side]
}
