/**
 * The order ticket as plain data: its three fields, how they depend on each other, and the order that it
 * sends. All sums are integers of `@tukar/money`; input is rounded only where the spec requires it (DEC-84,
 *
 */
import { readAmount } from '@tukar/i18n'
import {
  type BaseUnits,
  buyHold,
  type CurrencyUnits,
  currencyUnits,
  downToMultiple,
  fillQuote,
  formatUnits,
  isMultiple,
  mulDivFloor,
  outOfRange,
  parseUnits,
  type PriceUnits,
  priceUnits,
  quantityForBudget,
  type QuoteUnits,
  shareOf,
} from '@tukar/money'
import { plainUnits, type Side } from '../../feed/levels.ts'
import { type AmountInput, amountFromRaw, emptyAmount } from '../../ui/amount-model.ts'
import type { OrderKind } from './ticket-kind.ts'

/** The parts of the market that the ticket uses. */
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
  /** The field that the user set; the other one is computed. */
  readonly led: 'quantity' | 'total'
  /** Whether the user chose the price; until then it follows the last price. */
  readonly isPriceChosen: boolean
  /** The chosen share of the balance in whole percent, while the size equals it. */
  readonly share: number | null
  /** Counts the user's actions: results of the last order are shown until the next action. */
  readonly actionCount: number
}

export type TicketAction =
  | { readonly kind: 'price'; readonly input: AmountInput }
  | { readonly kind: 'quantity'; readonly input: AmountInput }
  | { readonly kind: 'total'; readonly input: AmountInput }
  /** The total loses the focus: it becomes the exact cost of the quantity. */
  | { readonly kind: 'totalLeft' }
  /** The market's last price; ignored once the user chose a price, or typed a size beside a price. */
  | { readonly kind: 'lastPrice'; readonly price: number }
  /** A clicked price, alone or with the quantity at it (DEC-86). */
  | { readonly kind: 'take'; readonly price: number; readonly quantity: number | null }
  | { readonly kind: 'step'; readonly field: 'price' | 'quantity'; readonly steps: number }
  /** A share of the available balance: quote for a buy, base for a sell (FORM-08, FORM-09). */
  | { readonly kind: 'share'; readonly percent: number; readonly available: number }
  /** The order was placed: the price stays, the size is cleared. */
  | { readonly kind: 'placed' }

export const emptyTicket: Ticket = {
  price: emptyAmount,
  quantity: emptyAmount,
  total: emptyAmount,
  led: 'quantity',
  isPriceChosen: false,
  share: null,
  actionCount: 0,
}

/** Returns the ticket after an action. */
export function changeTicket(rules: TicketRules, ticket: Ticket, action: TicketAction): Ticket {
  switch (action.kind) {
    case 'totalLeft':
      if (ticket.quantity.raw === null || ticket.total.raw === null) return ticket
      return follow(rules, { ...ticket, led: 'quantity' })
    case 'lastPrice': {
      if (ticket.isPriceChosen || isBegun(ticket)) return ticket
      return follow(rules, { ...ticket, price: priceInput(rules, action.price) })
    }
    case 'placed':
      return { ...ticket, ...noSize }
    case 'price':
    case 'quantity':
    case 'total':
    case 'take':
    case 'step':
    case 'share':
      return applyUserAction(
        rules,
        { ...ticket, share: null, actionCount: ticket.actionCount + 1 },
        action,
      )
  }
}

/**
 * Whether the ticket has a price and a size: an order in preparation, whose price does not follow the market.
 */
function isBegun({ price, quantity, total }: Ticket): boolean {
  return price.raw !== null && (quantity.raw !== null || total.raw !== null)
}

type UserAction = Exclude<TicketAction, { readonly kind: 'totalLeft' | 'lastPrice' | 'placed' }>

const noSize = {
  quantity: emptyAmount,
  total: emptyAmount,
  led: 'quantity',
  share: null,
} as const

/** The ticket after an action of the user. */
function applyUserAction(rules: TicketRules, ticket: Ticket, action: UserAction): Ticket {
  switch (action.kind) {
    case 'price':
      return follow(rules, { ...ticket, price: action.input, isPriceChosen: true })
    case 'quantity':
      return follow(rules, { ...ticket, quantity: action.input, led: 'quantity' })
    case 'total':
      return follow(rules, { ...ticket, total: action.input, led: 'total' })
    case 'take': {
      const price = priceInput(rules, action.price)
      const priced = { ...ticket, price, isPriceChosen: true }
      if (action.quantity === null) return follow(rules, priced)
      const quantity = baseInput(rules, action.quantity)
      return follow(rules, { ...priced, quantity, led: 'quantity' })
    }
    case 'step':
      return stepped(rules, ticket, action.field, action.steps)
    case 'share':
      return shared(rules, ticket, action.percent, action.available)
  }
}

/** The price in price units; null if it is missing or 0. */
export function readPrice(rules: TicketRules, ticket: Ticket): PriceUnits | null {
  const units = toUnits(ticket.price, rules.priceDecimals)
  return units === null || units === 0 ? null : priceUnits(units)
}

/** The quantity in base units; null if it is missing or 0. */
export function readQuantity(rules: TicketRules, ticket: Ticket): BaseUnits | null {
  const units = toUnits(ticket.quantity, rules.baseDecimals)
  return units === null || units === 0 ? null : units
}

/**
 * The amount to pay or receive at the limit, in quote units. A buy is rounded up, which is the hold and the
 * sent amount; a sell is rounded down. Null if the order is incomplete or too large.
 */
export function computeTotal(rules: TicketRules, ticket: Ticket): QuoteUnits | null {
  const price = readPrice(rules, ticket)
  const quantity = readQuantity(rules, ticket)
  if (price === null || quantity === null) return null
  const total =
    rules.side === 'buy'
      ? buyHold(price, quantity, rules.baseScale)
      : fillQuote(price, quantity, rules.baseScale)
  return total === outOfRange ? null : total
}

/** The sent order (FORM-10) in decimal texts: a buy with its total, a sell with its quantity. */
export type OrderBody = {
  readonly side: Side
  readonly price: string
  readonly amount: string
  /**
   * The quantity of a buy that is not a multiple of the lot: its total alone would silently buy the next
   * smaller quantity. With the quantity the exchange refuses the order.
   */
  readonly quantity?: string
  readonly kind: OrderKind
}

/**
 * Returns the body of the ticket's order; null while an amount is ambiguous. Missing or malformed
 * amounts are sent as typed: the exchange refuses them with a reason (DEC-81).
 */
export function buildOrderBody(
  rules: TicketRules,
  ticket: Ticket,
  kind: OrderKind = 'gtc',
): OrderBody | null {
  if (isQuestioned(ticket)) return null
  const price = readPrice(rules, ticket)
  const quantity = readQuantity(rules, ticket)
  const total = computeTotal(rules, ticket)
  const typed = {
    side: rules.side,
    price: price === null ? typedText(ticket.price) : plainUnits(price, rules.priceDecimals),
    kind,
  }
  if (rules.side === 'sell') {
    const amount =
      quantity === null ? typedText(ticket.quantity) : formatUnits(quantity, rules.baseDecimals)
    return { ...typed, amount }
  }
  const written = typedText(ticket.quantity)
  const isExact = quantity === null ? written === '' : isMultiple(quantity, rules.lot)
  const exact = isExact ? typed : { ...typed, quantity: written }
  if (total !== null) return { ...exact, amount: formatUnits(total, rules.priceDecimals) }
  const product = exactProduct(typedText(ticket.price), written)
  return { ...exact, amount: product ?? (typedText(ticket.total) || written) }
}

/** Whether an amount of the ticket is ambiguous: only the user can decide. */
export function isQuestioned({ price, quantity, total }: Ticket): boolean {
  return [price, quantity, total].some(({ trouble }) => trouble === 'ambiguous')
}

/** The maximum length of a field on the wire. */
const typedMax = 64

/** The amount in the form of the wire if it is valid, else the typed text. */
function typedText({ raw, text }: AmountInput): string {
  if (raw !== null) return raw
  const reading = readAmount(text)
  return reading.kind === 'amount' ? reading.raw : text.trim().slice(0, typedMax)
}

const decimalGrammar = /^(\d+)(?:\.(\d+))?$/

/**
 * The exact product of price and quantity, for totals with too many decimals for units; null if one is
 * malformed.
 */
function exactProduct(price: string, quantity: string): string | null {
  const [left, right] = [decimalGrammar.exec(price), decimalGrammar.exec(quantity)]
  if (left === null || right === null) return null
  const [, whole = '', fraction = ''] = left
  const [, otherWhole = '', otherFraction = ''] = right
  const decimals = fraction.length + otherFraction.length
  const digits = (BigInt(whole + fraction) * BigInt(otherWhole + otherFraction)).toString()
  const padded = digits.padStart(decimals + 1, '0')
  const text = `${padded.slice(0, padded.length - decimals)}.${padded.slice(padded.length - decimals)}`
  const short = decimals === 0 ? digits : text.replace(/\.?0+$/, '')
  return short.slice(0, typedMax)
}

/**
 * The slider's position in whole percent: the chosen share, else the rounded share of the size in the
 * available balance; 0 without a size.
 */
export function computeShare(rules: TicketRules, ticket: Ticket, available: number | null): number {
  if (ticket.share !== null) return ticket.share
  const size = rules.side === 'buy' ? computeTotal(rules, ticket) : readQuantity(rules, ticket)
  if (size === null || available === null || available <= 0) return 0
  if (size >= available) return shareMax
  return (mulDivFloor(size, 2 * shareMax, available) + 1) >> 1
}

const shareMax = 100

function toUnits(input: AmountInput, decimals: number): CurrencyUnits | null {
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

/** Computes the field that depends on the one the user set. */
function follow(rules: TicketRules, ticket: Ticket): Ticket {
  if (ticket.led === 'total') {
    const price = readPrice(rules, ticket)
    const budget = toUnits(ticket.total, rules.priceDecimals)
    if (price === null || budget === null) return { ...ticket, quantity: emptyAmount }
    const quantity = quantityForBudget(budget, price, rules.baseScale, currencyUnits(rules.lot))
    return { ...ticket, quantity: quantity > 0 ? baseInput(rules, quantity) : emptyAmount }
  }
  const total = computeTotal(rules, ticket)
  return {
    ...ticket,
    total: total === null ? emptyAmount : amountFromRaw(plainUnits(total, rules.priceDecimals)),
  }
}

/** Moves a field by whole ticks or lots; an amount between two of them moves to the next one. */
function stepped(
  rules: TicketRules,
  ticket: Ticket,
  field: 'price' | 'quantity',
  steps: number,
): Ticket {
  const isPrice = field === 'price'
  const decimals = isPrice ? rules.priceDecimals : rules.baseDecimals
  const step = isPrice ? rules.tick : rules.lot * stepLots(rules)
  const units = toUnits(ticket[field], decimals) ?? 0
  const even = downToMultiple(units, step)
  const start = even === units || steps > 0 ? even : even + step
  const moved = start + steps * step
  if (moved <= 0 || !Number.isSafeInteger(moved)) return ticket
  const input = amountFromRaw(plainUnits(moved, decimals))
  return isPrice
    ? changeTicket(rules, ticket, { kind: 'price', input })
    : changeTicket(rules, ticket, { kind: 'quantity', input })
}

/** A press moves the quantity by 0.0001 of the base if its lot is finer, else by a lot. */
function stepLots({ baseScale, lot }: TicketRules): number {
  const wanted = baseScale / 10_000
  return wanted > lot && wanted % lot === 0 ? wanted / lot : 1
}

/** Sets the size to a share of the balance; the price of a buy then no longer follows the market. */
function shared(rules: TicketRules, ticket: Ticket, percent: number, available: number): Ticket {
  const share = shareOf(currencyUnits(available), percent)
  const lot = currencyUnits(rules.lot)
  const price = readPrice(rules, ticket)
  if (rules.side === 'buy' && price === null) return ticket
  const quantity =
    rules.side === 'sell' || price === null
      ? downToMultiple(share, rules.lot)
      : quantityForBudget(share, price, rules.baseScale, lot)
  const input = quantity > 0 ? baseInput(rules, quantity) : emptyAmount
  const isPriceChosen = ticket.isPriceChosen || rules.side === 'buy'
  const sized = { ...ticket, quantity: input, led: 'quantity', isPriceChosen } as const
  return { ...follow(rules, sized), share: percent }
}
