/**
 * The text and action of a form's button, by the state of the link and the ticket. It stops ambiguous amounts
 * and input that is no order; the exchange judges all else (DEC-81).
 */
import { ticketMessages } from '@tukar/i18n'
import { useEffect, useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import type { Side } from '../../feed/levels.ts'
import { useFeed } from '../../feed/store.ts'
import { useConfirmEach } from './confirm-each.ts'
import type { TradeMarket } from '../market/market.ts'
import type { ConfirmCause } from './order-confirm.tsx'
import { type OrderFault, findOrderFault } from './order-fault.ts'
import type { Placing } from '../orders/placing.ts'
import { shortQuantity } from '../texts.ts'
import { isQuestioned, readQuantity, type Ticket } from './ticket.ts'
import { toTicketRules } from './ticket-store.ts'

const t = pageTranslator(ticketMessages)

export type Press = {
  /** Whether orders cannot be sent at all now. */
  readonly isOffline: boolean
  readonly label: string
  /** Why the last press sent nothing, until the next change of the ticket. */
  readonly fault: OrderFault | null
  /** Returns the field with the fault if nothing was sent because of it. */
  readonly run: () => OrderFault['field'] | null
}

const shutKeys = { open: null, cancel_only: 'shutCancelOnly', halted: 'shutHalted' } as const

type PressDeeds = {
  /** Asks for a confirmation before sending. */
  readonly ask: (cause: ConfirmCause) => void
  readonly submit: () => void
}

/** The button of a side's form; `placed` is its last placed order. */
export function usePress(
  { market, side }: { readonly market: TradeMarket; readonly side: Side },
  ticket: Ticket,
  placed: Placing['placed'],
  { ask, submit }: PressDeeds,
): Press {
  const link = useFeed((feed) => feed.link.state)
  const [isConfirmEach] = useConfirmEach()
  const [isPressed, setPressed] = useState(false)
  const rules = toTicketRules(market, side)
  const quantity = readQuantity(rules, ticket)
  const fault = findOrderFault(rules, ticket)
  const isOffline = link === 'offline' || link === 'maintenance'
  const isOld = link === 'stale'
  const shutKey = shutKeys[market.state]
  useEffect(() => setPressed(false), [ticket.actionCount, placed])
  const amount = quantity === null ? null : shortQuantity(market, quantity)
  const { symbol: base } = market.base
  const named =
    amount === null
      ? t(side === 'buy' ? 'buyBase' : 'sellBase', { base })
      : t(side === 'buy' ? 'buyAmount' : 'sellAmount', { amount, base })
  return {
    isOffline,
    label: shutKey !== null ? t(shutKey) : isOld ? t('stalePlace') : named,
    fault: isPressed ? fault : null,
    run: () => {
      setPressed(true)
      // A second press without new input after an order was placed.
      if (isQuestioned(ticket) || isOffline || placed !== null) return null
      if (fault !== null) return fault.field
      if (isOld) ask('stale')
      else if (isConfirmEach) ask('each')
      else submit()
      return null
    },
  }
}
