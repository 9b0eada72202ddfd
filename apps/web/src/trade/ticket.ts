/**
 * The order ticket as plain data: what stands in its three fields, how they follow from each other, and
 * what it sends. All sums are integers of `@tukar/money`; what is typed is never rounded behind one's
 * back but where the spec says so (DEC-84, R-01).
 */
import {
  type BaseUnits,
  buyHold,
  type CurrencyUnits,
  currencyUnits,
  downToMultiple,
  fillQuote,
  formatUnits,
  outOfRange,
  parseUnits,
  type PriceUnits,
  priceUnits,
  quantityForBudget,
  type QuoteUnits,
  shareOf,
} from '@tukar/money'
import { plainUnits, type Side } from '../feed/levels.ts'
import { type AmountInput, amountFromRaw, emptyAmount } from '../ui/amount-model.ts'

/** What of the market the ticket reckons with. */
export type TicketRules = {
  readonly side: Side
  readonly priceDecimals: number
  readonly baseDecimals: number
  /** 10 to the power of `baseDecimals`. */
  readonly baseScale: number
  /** Price units. */
  readonly tick: number
  /** Base units. */
  readonly lot: number
}

export type Ticket = {
  readonly price: AmountInput
  readonly quantity: AmountInput
  readonly total: AmountInput
  /** Which of the two the other one follows. */
  readonly led: 'quantity' | 'total'
  /** Whether the price is the person's own; until then it follows the last price. */
  readonly isPriceChosen: boolean
}

export type TicketAction =
  | { readonly kind: 'price'; readonly input: AmountInput }
  | { readonly kind: 'quantity'; readonly input: AmountInput }
  | { readonly kind: 'total'; readonly input: AmountInput }
  /** The total is left: it becomes what the quantity really costs. */
  | { readonly kind: 'totalLeft' }
  /** A price of the market: taken only while none was chosen. */
  | { readonly kind: 'lastPrice'; readonly price: number }
  /** A price that was clicked, alone or with the quantity that stands there (DEC-86). */
  | { readonly kind: 'take'; readonly price: number; readonly quantity: number | null }
  | { readonly kind: 'step'; readonly field: 'price' | 'quantity'; readonly steps: number }
  /** A share of what is available: quote for a buy, base for a sell (FORM-08, FORM-09). */
  | { readonly kind: 'share'; readonly percent: number; readonly available: number }
  /** The order is placed: the price stays, the size is empty. */
  | { readonly kind: 'placed' }

export const emptyTicket: Ticket = {
  price: emptyAmount,
  quantity: emptyAmount,
  total: emptyAmount,
  led: 'quantity',
  isPriceChosen: false,
}

/** Returns the ticket after an action. */
export function changeTicket(rules: TicketRules, ticket: Ticket, action: TicketAction): Ticket {
  switch (action.kind) {
    case 'price':
      return follow(rules, { ...ticket, price: action.input, isPriceChosen: true })
    case 'quantity':
      return follow(rules, { ...ticket, quantity: action.input, led: 'quantity' })
    case 'total':
      return follow(rules, { ...ticket, total: action.input, led: 'total' })
    case 'totalLeft':
      if (ticket.quantity.raw === null || ticket.total.raw === null) return ticket
      return follow(rules, { ...ticket, led: 'quantity' })
    case 'lastPrice': {
      if (ticket.isPriceChosen) return ticket
      return follow(rules, { ...ticket, price: priceInput(rules, action.price) })
    }
    case 'take': {
      const price = priceInput(rules, action.price)
      const taken = { ...ticket, price, isPriceChosen: true }
      if (action.quantity === null) return follow(rules, taken)
      const quantity = baseInput(rules, action.quantity)
      return follow(rules, { ...taken, quantity, led: 'quantity' })
    }
    case 'step':
      return stepped(rules, ticket, action.field, action.steps)
    case 'share':
      return shared(rules, ticket, action.percent, action.available)
    case 'placed':
      return { ...ticket, quantity: emptyAmount, total: emptyAmount, led: 'quantity' }
  }
}

/** Price units of the ticket, null while there are none or they are 0. */
export function priceOf(rules: TicketRules, ticket: Ticket): PriceUnits | null {
  const units = unitsOf(ticket.price, rules.priceDecimals)
  return units === null || units === 0 ? null : priceUnits(units)
}

/** Base units of the ticket, null while there are none or they are 0. */
export function quantityOf(rules: TicketRules, ticket: Ticket): BaseUnits | null {
  const units = unitsOf(ticket.quantity, rules.baseDecimals)
  return units === null || units === 0 ? null : units
}

/**
 * What is paid or received at the limit, in quote units: rounded up for a buy, which is what is held
 * and sent, down for a sell; null while the order is not whole or too big.
 */
export function totalOf(rules: TicketRules, ticket: Ticket): QuoteUnits | null {
  const price = priceOf(rules, ticket)
  const quantity = quantityOf(rules, ticket)
  if (price === null || quantity === null) return null
  const total =
    rules.side === 'buy'
      ? buyHold(price, quantity, rules.baseScale)
      : fillQuote(price, quantity, rules.baseScale)
  return total === outOfRange ? null : total
}

/** What the exchange is sent (FORM-10), as decimal texts: of a buy the total, of a sell the quantity. */
export type OrderBody = {
  readonly side: Side
  readonly price: string
  readonly amount: string
}

/** Returns the body of the ticket's order, null while it is not whole. */
export function bodyOf(rules: TicketRules, ticket: Ticket): OrderBody | null {
  const price = priceOf(rules, ticket)
  const quantity = quantityOf(rules, ticket)
  const total = totalOf(rules, ticket)
  if (price === null || quantity === null || total === null) return null
  const isBuy = rules.side === 'buy'
  return {
    side: rules.side,
    price: plainUnits(price, rules.priceDecimals),
    amount: isBuy
      ? formatUnits(total, rules.priceDecimals)
      : formatUnits(quantity, rules.baseDecimals),
  }
}

function unitsOf(input: AmountInput, decimals: number): CurrencyUnits | null {
  if (input.raw === null) return null
  const parsed = parseUnits(input.raw, decimals)
  return parsed.ok ? parsed.units : null
}

function priceInput({ priceDecimals }: TicketRules, price: number): AmountInput {
  return amountFromRaw(plainUnits(price, priceDecimals))
}

function baseInput({ baseDecimals }: TicketRules, quantity: number): AmountInput {
  return amountFromRaw(plainUnits(quantity, baseDecimals))
}

/** Makes the field that follows fit the one that leads. */
function follow(rules: TicketRules, ticket: Ticket): Ticket {
  if (ticket.led === 'total') {
    const price = priceOf(rules, ticket)
    const budget = unitsOf(ticket.total, rules.priceDecimals)
    if (price === null || budget === null) return { ...ticket, quantity: emptyAmount }
    const quantity = quantityForBudget(budget, price, rules.baseScale, currencyUnits(rules.lot))
    return { ...ticket, quantity: quantity > 0 ? baseInput(rules, quantity) : emptyAmount }
  }
  const total = totalOf(rules, ticket)
  return {
    ...ticket,
    total: total === null ? emptyAmount : amountFromRaw(plainUnits(total, rules.priceDecimals)),
  }
}

/** Moves a field by whole ticks or lots; an amount between two of them goes to the next one. */
function stepped(
  rules: TicketRules,
  ticket: Ticket,
  field: 'price' | 'quantity',
  steps: number,
): Ticket {
  const isPrice = field === 'price'
  const decimals = isPrice ? rules.priceDecimals : rules.baseDecimals
  const step = isPrice ? rules.tick : rules.lot * stepLots(rules)
  const units = unitsOf(ticket[field], decimals) ?? 0
  const even = downToMultiple(units, step)
  const start = even === units || steps > 0 ? even : even + step
  const moved = start + steps * step
  if (moved <= 0 || !Number.isSafeInteger(moved)) return ticket
  const input = amountFromRaw(plainUnits(moved, decimals))
  return isPrice
    ? changeTicket(rules, ticket, { kind: 'price', input })
    : changeTicket(rules, ticket, { kind: 'quantity', input })
}

/** One press moves a quantity by 0.0001 of a base whose lot is finer, else by a lot. */
function stepLots({ baseScale, lot }: TicketRules): number {
  const wanted = baseScale / 10_000
  return wanted > lot && wanted % lot === 0 ? wanted / lot : 1
}

function shared(rules: TicketRules, ticket: Ticket, percent: number, available: number): Ticket {
  const share = shareOf(currencyUnits(available), percent)
  if (rules.side === 'sell') {
    const quantity = downToMultiple(share, rules.lot)
    const input = quantity > 0 ? baseInput(rules, quantity) : emptyAmount
    return follow(rules, { ...ticket, quantity: input, led: 'quantity' })
  }
  const price = priceOf(rules, ticket)
  if (price === null) return ticket
  const quantity = quantityForBudget(share, price, rules.baseScale, currencyUnits(rules.lot))
  const input = quantity > 0 ? baseInput(rules, quantity) : emptyAmount
  return follow(rules, { ...ticket, quantity: input, led: 'quantity' })
}
