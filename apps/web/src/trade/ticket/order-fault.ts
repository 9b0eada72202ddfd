/** Faults in a form's input that make it no order: they are shown at the field instead of being sent. */
import { parseUnits } from '@tukar/money'
import type { AmountInput } from '../../ui/amount-model.ts'
import type { Ticket, TicketRules } from './ticket.ts'

export type OrderFault = {
  readonly field: 'price' | 'quantity' | 'total'
  readonly kind: 'missing' | 'unreadable' | 'tooLarge'
}

/**
 * Returns the first field without a usable amount; null if the exchange can judge the order. Ambiguous
 * amounts are asked about, and the exchange refuses amounts with too many decimals.
 */
export function findOrderFault(rules: TicketRules, ticket: Ticket): OrderFault | null {
  const { priceDecimals, baseDecimals } = rules
  const price = amountFault(ticket.price, priceDecimals)
  if (price !== null) return { field: 'price', kind: price }
  const total = ticket.led === 'total' ? amountFault(ticket.total, priceDecimals) : 'missing'
  // A total that buys less than a lot is an order, which the exchange refuses as too small.
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
