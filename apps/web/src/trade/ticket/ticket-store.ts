/**
 * The two tickets of the page, outside React: both forms, the sheet of phones and the book's rows reach
 * them, and only what shows a ticket is drawn again when it changes.
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

/** Begins with empty tickets when another market is opened. */
export function openTickets(nextPair: string): void {
  if (pair === nextPair) return
  pair = nextPair
  change(emptyTickets)
}

/** Returns what the ticket of a side reckons with. */
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

/** Tickets whose order is on its way: their price stands still until there is an answer. */
const current = new Set<string>()
const nameOf = (market: TradeMarket, side: Side) => `${market.pair} ${side}`

/** Whether the price of a side may follow the market while the person chose none. */
export function followPrices(market: TradeMarket, side: Side, isFollowing: boolean): void {
  if (isFollowing) current.delete(nameOf(market, side))
  else current.add(nameOf(market, side))
}

/** Changes the ticket of one side; what comes late, from a market that was left, changes nothing. */
export function act(market: TradeMarket, side: Side, action: TicketAction): void {
  if (market.pair !== pair) return
  if (action.kind === 'lastPrice' && current.has(nameOf(market, side))) return
  const next = changeTicket(toTicketRules(market, side), tickets[side], action)
  if (next !== tickets[side]) change({ ...tickets, [side]: next })
}

/** Changes both tickets: what is taken from the book or the market goes into each (DEC-86). */
export function actOnBoth(market: TradeMarket, action: TicketAction): void {
  act(market, 'buy', action)
  act(market, 'sell', action)
}

/** The ticket of a side, kept current. */
export function useTicket(side: Side): Ticket {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => tickets[side],
  )
}

/** The ticket of a side as it is now. */
export function currentTicket(side: Side): Ticket {
  return tickets[side]
}
