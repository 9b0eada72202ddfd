/**
 * The order ticket as plain data: what stands in its three fields, how they follow from each other, and
 * what it sends. All sums are integers of `@tukar/money`; what is typed is never rounded behind one's
 * back but where the spec says so (DEC-84, R-01).
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
  /** The share of the balance that was asked for, while the size is still that: whole percents. */
  readonly share: number | null
  /** Counts what the person did: what was said about the order before holds until the next deed. */
  readonly actionCount: number
}

export type TicketAction =
  | { readonly kind: 'price'; readonly input: AmountInput }
  | { readonly kind: 'quantity'; readonly input: AmountInput }
  | { readonly kind: 'total'; readonly input: AmountInput }
  /** The total is left: it becomes what the quantity really costs. */
  | { readonly kind: 'totalLeft' }
  /** A price of the market: taken only while none was chosen, and no size was typed to the one that stands. */
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

/** Whether a size stands beside a price: an order that somebody is about to place, which stands still. */
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

/** The ticket after what a person did with it. */
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

/** Price units of the ticket, null while there are none or they are 0. */
export function readPrice(rules: TicketRules, ticket: Ticket): PriceUnits | null {
  const units = toUnits(ticket.price, rules.priceDecimals)
  return units === null || units === 0 ? null : priceUnits(units)
}

/** Base units of the ticket, null while there are none or they are 0. */
export function readQuantity(rules: TicketRules, ticket: Ticket): BaseUnits | null {
  const units = toUnits(ticket.quantity, rules.baseDecimals)
  return units === null || units === 0 ? null : units
}

/**
 * What is paid or received at the limit, in quote units: rounded up for a buy, which is what is held
 * and sent, down for a sell; null while the order is not whole or too big.
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

/** What the exchange is sent (FORM-10), as decimal texts: of a buy the total, of a sell the quantity. */
export type OrderBody = {
  readonly side: Side
  readonly price: string
  readonly amount: string
  /**
   * The quantity of a buy, where it is none that the market trades: its total alone would buy the next
   * smaller one, unseen; so the exchange is asked for this one, and refuses it.
   */
  readonly quantity?: string
  readonly kind: OrderKind
}

/**
 * Returns the body of the ticket's order; null while an amount may mean two things. What is
 * missing, unreadable or too fine goes out as it stands there: what is no order is refused by the
 * exchange, in words (DEC-81).
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

/** Whether an amount of the ticket can be read in two ways: only the person knows which. */
export function isQuestioned({ price, quantity, total }: Ticket): boolean {
  return [price, quantity, total].some(({ trouble }) => trouble === 'ambiguous')
}

/** The most that a field of the wire holds. */
const typedMax = 64

/** The amount as the wire writes it where it is one, else what was typed. */
function typedText({ raw, text }: AmountInput): string {
  if (raw !== null) return raw
  const reading = readAmount(text)
  return reading.kind === 'amount' ? reading.raw : text.trim().slice(0, typedMax)
}

const decimalGrammar = /^(\d+)(?:\.(\d+))?$/

/** Price × quantity with all their digits, for totals that are no units; null where one is no number. */
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
 * Where the slider stands, in whole percents: the share that was asked for, else that of the size to
 * what is available, to the nearest; 0 without a size.
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

/** Makes the field that follows fit the one that leads. */
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

/** One press moves a quantity by 0.0001 of a base whose lot is finer, else by a lot. */
function stepLots({ baseScale, lot }: TicketRules): number {
  const wanted = baseScale / 10_000
  return wanted > lot && wanted % lot === 0 ? wanted / lot : 1
}

/** Makes the size a share of the balance; the price it is reckoned with stands still from then on. */
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
