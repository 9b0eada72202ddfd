/**
 * Hints about a ticket before it is sent, the most urgent first. Only an ambiguous amount prevents sending
 * otherwise the server decides (DEC-81).
 */
import { isMultiple, parseUnits } from '@tukar/money'
import type { AmountInput } from '../ui/amount-model.ts'
import type { TradeMarket } from './market/market.ts'
import {
  readPrice,
  readQuantity,
  type Ticket,
  type TicketRules,
  computeTotal,
} from './ticket/ticket.ts'

export type TicketHint =
  | { readonly kind: 'question'; readonly field: 'price' | 'quantity' | 'total' }
  | { readonly kind: 'unreadable'; readonly field: 'price' | 'quantity' | 'total' }
  | { readonly kind: 'tooPrecise'; readonly decimals: number }
  | { readonly kind: 'tooLarge'; readonly field: 'price' | 'quantity' | 'total' }
  | { readonly kind: 'offTick' }
  | { readonly kind: 'offLot' }
  | { readonly kind: 'minimum' }
  | { readonly kind: 'balance' }

/**
 * Returns the first hint of a ticket; null without hints.
 *
 * @param available units of the currency that the side pays with; null while unknown
 */
export function findHint(
  rules: TicketRules,
  market: Pick<TradeMarket, 'notionalMin'>,
  ticket: Ticket,
  available: number | null,
): TicketHint | null {
  const written = findInputHint(rules, ticket)
  if (written !== null) return written
  const price = readPrice(rules, ticket)
  const quantity = readQuantity(rules, ticket)
  if (price !== null && !isMultiple(price, rules.tick)) return { kind: 'offTick' }
  if (quantity !== null && !isMultiple(quantity, rules.lot)) return { kind: 'offLot' }
  if (price === null || quantity === null) return null
  const total = computeTotal(rules, ticket)
  if (total === null) return { kind: 'tooLarge', field: 'total' }
  const cost = rules.side === 'buy' ? total : quantity
  if (available !== null && cost > available) return { kind: 'balance' }
  return total < market.notionalMin ? { kind: 'minimum' } : null
}

function findInputHint(rules: TicketRules, ticket: Ticket): TicketHint | null {
  for (const field of ['price', 'quantity', 'total'] as const) {
    const input: AmountInput = ticket[field]
    const decimals = field === 'quantity' ? rules.baseDecimals : rules.priceDecimals
    switch (input.trouble) {
      case 'ambiguous':
        return { kind: 'question', field }
      case 'invalid':
        return { kind: 'unreadable', field }
      case 'tooPrecise':
        return { kind: 'tooPrecise', decimals }
      case 'none':
        if (isTooLarge(input, decimals)) return { kind: 'tooLarge', field }
    }
  }
  return null
}

function isTooLarge({ raw }: AmountInput, decimals: number): boolean {
  if (raw === null) return false
  const parsed = parseUnits(raw, decimals)
  return !parsed.ok && parsed.fault === 'too_large'
}
