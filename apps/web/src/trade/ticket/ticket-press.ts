/**
 * What the button of a form says and does, by the state of the line and of the ticket. It stops what may
 * mean two things and what is no order at all: all else the exchange judges, and says so (DEC-81).
 */
import { ticketMessages } from '@tukar/i18n'
import { useEffect, useState } from 'react'
import { sayer } from '../../app/translate.ts'
import type { Side } from '../../feed/levels.ts'
import { useFeed } from '../../feed/store.ts'
import { useConfirmEach } from './confirm-each.ts'
import type { TradeMarket } from '../market/market.ts'
import type { ConfirmCause } from './order-confirm.tsx'
import { type OrderFault, orderFaultOf } from './order-fault.ts'
import type { Placing } from '../orders/placing.ts'
import { shortQuantity } from '../texts.ts'
import { isQuestioned, quantityOf, type Ticket } from './ticket.ts'
import { rulesOf } from './ticket-store.ts'

const say = sayer(ticketMessages)

export type Press = {
  /** Whether no order can be sent at all now. */
  readonly isOffline: boolean
  readonly label: string
  /** Why the last press sent nothing, until the next change of the ticket. */
  readonly fault: OrderFault | null
  /** Returns the field that is at fault where nothing was sent because of it. */
  readonly run: () => OrderFault['field'] | null
}

const shutKeys = { open: null, cancel_only: 'shutCancelOnly', halted: 'shutHalted' } as const

type PressDeeds = {
  /** Asks before it sends. */
  readonly ask: (cause: ConfirmCause) => void
  readonly submit: () => void
}

/** The button of a side's form; `placed` is the order that it placed last. */
export function usePress(
  { market, side }: { readonly market: TradeMarket; readonly side: Side },
  ticket: Ticket,
  placed: Placing['placed'],
  { ask, submit }: PressDeeds,
): Press {
  const link = useFeed((feed) => feed.link.state)
  const [isConfirmEach] = useConfirmEach()
  const [isPressed, setPressed] = useState(false)
  const rules = rulesOf(market, side)
  const quantity = quantityOf(rules, ticket)
  const fault = orderFaultOf(rules, ticket)
  const isOffline = link === 'offline' || link === 'maintenance'
  const isOld = link === 'stale'
  const shutKey = shutKeys[market.state]
  useEffect(() => setPressed(false), [ticket.deeds, placed])
  const amount = quantity === null ? null : shortQuantity(market, quantity)
  const { symbol: base } = market.base
  const named =
    amount === null
      ? say(side === 'buy' ? 'buyBase' : 'sellBase', { base })
      : say(side === 'buy' ? 'buyAmount' : 'sellAmount', { amount, base })
  return {
    isOffline,
    label: shutKey !== null ? say(shutKey) : isOld ? say('stalePlace') : named,
    fault: isPressed ? fault : null,
    run: () => {
      setPressed(true)
      // The press that placed an order, once more: nothing was typed since.
      if (isQuestioned(ticket) || isOffline || placed !== null) return null
      if (fault !== null) return fault.field
      if (isOld) ask('stale')
      else if (isConfirmEach) ask('each')
      else submit()
      return null
    },
  }
}
