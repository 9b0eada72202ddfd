/** Why what stands in a form is no order at all: what is told at its field instead of being sent. */
import { parseUnits } from '@tukar/money'
import type { AmountInput } from '../../ui/amount-model.ts'
import type { Ticket, TicketRules } from './ticket.ts'

export type OrderFault = {
  readonly field: 'price' | 'quantity' | 'total'
  readonly kind: 'missing' | 'unreadable' | 'tooLarge'
}

/**
 * Returns the first field that has no amount which an order could have; null where the exchange can judge
 * the order. What may mean two things is asked for, what is too fine the exchange refuses.
 */
export function findOrderFault(rules: TicketRules, ticket: Ticket): OrderFault | null {
  const { priceDecimals, baseDecimals } = rules
  const price = amountFault(ticket.price, priceDecimals)
  if (price !== null) return { field: 'price', kind: price }
  const total = ticket.led === 'total' ? amountFault(ticket.total, priceDecimals) : 'missing'
  // A total that buys less than there is to trade is an order, and too small a one.
  if (total === null) return null
  if (total !== 'missing') return { field: 'total', kind: total }
  const quantity = amountFault(ticket.quantity, baseDecimals)
  return quantity === null ? null : { field: 'quantity', kind: quantity }
}

function amountFault({ raw, trouble }: AmountInput, decimals: number): OrderFault['kind'] | null {
  if (trouble === 'invalid') return 'unreadable'
  if (trouble !== 'none') return null
  if (raw === null) return 'missing'
  const parsed = parseUnits(raw, decimals)
  if (!parsed.ok) return parsed.fault === 'malformed' ? 'unreadable' : 'tooLarge'
  return parsed.units === 0 ? 'missing' : null
}
