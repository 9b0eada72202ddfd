/**
 * Placing an order: checks in the order of R-11, hold, matching by price and time, what rests.
 */
import {
  buyHold,
  downToMultiple,
  fillQuote,
  findOrderFault,
  outOfRange,
  quantityForBudget,
  type BaseUnits,
  type CurrencyUnits,
  type PriceUnits,
  type QuoteUnits,
} from '@tukar/money'
import { rupiahId } from './accounts.ts'
import { chargeAccounts, chargeSide } from './charges.ts'
import type { PlaceOrder, Side } from './commands.ts'
import type { Charge, CloseReason } from './events.ts'
import type { Market } from './market.ts'
import { valueAt } from './market.ts'
import { noSlot } from './order-pool.ts'
import type { World } from './world.ts'

/** An incoming order while it is matched. */
type Incoming = {
  readonly orderId: number
  readonly command: PlaceOrder
  readonly market: Market
  readonly quantity: BaseUnits
  remaining: number
  /** What is still held for it, in the currency that it pays with. */
  held: number
}

/** Applies a `place` command: events of its whole life, or a single refusal. */
export function placeOrder(world: World, command: PlaceOrder): void {
  const market = world.markets.get(command.marketId)
  if (market === undefined) return world.refuse('market.unknown')
  if (market.state === 'halted') return world.refuse('market.halted')
  if (market.state === 'cancel_only') return world.refuse('market.cancel_only')
  const { accountId, side, price } = command
  if (world.suspended.has(accountId)) return world.refuse('account.suspended')
  const payingId = side === 'buy' ? market.rules.quoteId : market.rules.baseId
  const available = world.ledger.available(accountId, payingId)
  const quantity = quantityOf(command, market, available)
  const fault = findOrderFault(market.limits, side, price, quantity)
  if (fault !== null) return world.refuse(fault.code, fault.params)
  const { openOrdersMax } = market.rules
  if (world.openOrders.count(accountId, command.marketId) >= openOrdersMax) {
    return world.refuse('order.too_many_open', { openOrdersMax })
  }
  const hold = side === 'buy' ? buyHold(price, quantity, market.baseScale) : quantity
  if (hold > available)
    return world.refuse('order.insufficient_balance', { needed: hold, available })
  if (command.postOnly && crosses(world, market, side, price)) {
    return world.refuse('order.post_only_would_take')
  }
  accept(world, market, command, quantity, hold)
}

/** The quantity that the command asks for; `outOfRange` if it is too big to be one. */
function quantityOf(command: PlaceOrder, market: Market, available: CurrencyUnits): BaseUnits {
  const { size, side, price } = command
  const { lot } = market.rules
  switch (size.by) {
    case 'quantity':
      return size.quantity
    case 'budget':
      return price <= 0
        ? (0 as BaseUnits)
        : quantityForBudget(size.budget, price, market.baseScale, lot)
    case 'balance':
      if (side === 'sell') return downToMultiple(available, lot) as BaseUnits
      return price <= 0
        ? (0 as BaseUnits)
        : quantityForBudget(available, price, market.baseScale, lot)
  }
}

function accept(
  world: World,
  market: Market,
  command: PlaceOrder,
  quantity: BaseUnits,
  hold: CurrencyUnits,
): void {
  const { accountId, marketId, side, price, timeInForce, postOnly } = command
  const { ledger } = world
  world.lastOrderId += 1
  const orderId = world.lastOrderId
  const payingId = side === 'buy' ? market.rules.quoteId : market.rules.baseId
  const payingRow = ledger.row(accountId, payingId)
  ledger.move(hold, payingRow, 'available', payingRow, 'held')
  world.emit({
    kind: 'order_accepted',
    orderId,
    accountId,
    marketId,
    side,
    price,
    quantity,
    timeInForce,
    postOnly,
    hold,
  })
  const incoming = { orderId, command, market, quantity, remaining: quantity, held: hold }
  const isFillable = timeInForce !== 'FOK' || fillsWhole(world, incoming)
  const stoppedBySelf = isFillable && match(world, incoming)
  if (incoming.remaining === 0) return close(world, incoming, 'filled')
  if (!isFillable) return close(world, incoming, 'fok_unfilled')
  if (stoppedBySelf) return close(world, incoming, 'self_trade')
  if (timeInForce !== 'GTC') return close(world, incoming, 'ioc_rest')
  const remaining = incoming.remaining as BaseUnits
  world.rest({ orderId, accountId, marketId, side, price, remaining })
  world.emit({ kind: 'order_rested', orderId, accountId, marketId, side, price, remaining })
}

/** Ends the incoming order, which never rested, and gives back what is still held for it. */
function close(world: World, incoming: Incoming, reason: CloseReason): void {
  const { orderId, command, market } = incoming
  const { accountId, marketId, side, price } = command
  const released = incoming.held as CurrencyUnits
  if (released > 0) {
    const payingId = side === 'buy' ? market.rules.quoteId : market.rules.baseId
    const row = world.ledger.row(accountId, payingId)
    world.ledger.move(released, row, 'held', row, 'available')
  }
  const remaining = incoming.remaining as BaseUnits
  world.emit({
    kind: 'order_closed',
    orderId,
    accountId,
    marketId,
    side,
    price,
    reason,
    remaining,
    released,
    rested: false,
  })
}

/** Whether an order at this price would take from the other side. */
function crosses(world: World, market: Market, side: Side, price: PriceUnits): boolean {
  const slot = market.side(side === 'buy' ? 'sell' : 'buy').best()
  return slot !== noSlot && isWithin(side, price, world.pool.prices[slot] as number)
}

function isWithin(side: Side, limit: number, makerPrice: number): boolean {
  return side === 'buy' ? makerPrice <= limit : makerPrice >= limit
}

/** Whether a FOK order fills at once by what stands before its owner's own first order. */
function fillsWhole(world: World, incoming: Incoming): boolean {
  const { command, market } = incoming
  const other = market.side(command.side === 'buy' ? 'sell' : 'buy')
  const { pool } = world
  let missing = incoming.remaining
  for (let slot = other.best(); slot !== noSlot && missing > 0; slot = other.after(slot)) {
    if (!isWithin(command.side, command.price, pool.prices[slot] as number)) return false
    if (pool.accountIds[slot] === command.accountId) return false
    missing -= pool.remainings[slot] as number
  }
  return missing <= 0
}

/** Fills against the best orders until the limit; true if it stopped before its owner's own order. */
function match(world: World, incoming: Incoming): boolean {
  const { command, market } = incoming
  const other = market.side(command.side === 'buy' ? 'sell' : 'buy')
  const { pool } = world
  while (incoming.remaining > 0) {
    const slot = other.best()
    if (slot === noSlot) return false
    if (!isWithin(command.side, command.price, pool.prices[slot] as number)) return false
    if (pool.accountIds[slot] === command.accountId) return true
    fill(world, incoming, slot)
  }
  return false
}

/** One fill at the maker's price: both orders shrink, money moves, charges are taken, facts emitted. */
function fill(world: World, incoming: Incoming, makerSlot: number): void {
  const { command, market } = incoming
  const { pool, ledger } = world
  const { rules, baseScale } = market
  const takerBuys = command.side === 'buy'
  const price = pool.prices[makerSlot] as PriceUnits
  const makerLeft = pool.remainings[makerSlot] as number
  const quantity = (makerLeft < incoming.remaining ? makerLeft : incoming.remaining) as BaseUnits
  const quote = fillQuote(price, quantity, baseScale)
  const makerOrderId = pool.orderIds[makerSlot] as number
  const makerAccountId = pool.accountIds[makerSlot] as number
  const makerRemaining = (makerLeft - quantity) as BaseUnits
  const takerRemaining = (incoming.remaining - quantity) as BaseUnits

  const limit = takerBuys ? command.price : price
  const before = buyHold(
    limit,
    (takerBuys ? incoming.remaining : makerLeft) as BaseUnits,
    baseScale,
  )
  const after = buyHold(limit, takerBuys ? takerRemaining : makerRemaining, baseScale)
  const buyerRefund = (before - quote - after) as QuoteUnits

  incoming.remaining = takerRemaining
  incoming.held -= takerBuys ? before - after : quantity
  shrinkMaker(world, market, makerSlot, quantity, makerRemaining)

  const buyerId = takerBuys ? command.accountId : makerAccountId
  const sellerId = takerBuys ? makerAccountId : command.accountId
  const buyerBase = ledger.row(buyerId, rules.baseId)
  const buyerQuote = ledger.row(buyerId, rules.quoteId)
  const sellerBase = ledger.row(sellerId, rules.baseId)
  const sellerQuote = ledger.row(sellerId, rules.quoteId)
  ledger.move(quantity, sellerBase, 'held', buyerBase, 'available')
  ledger.move(quote, buyerQuote, 'held', sellerQuote, 'available')
  if (buyerRefund > 0) ledger.move(buyerRefund, buyerQuote, 'held', buyerQuote, 'available')

  const charges = chargeFill(world, market, { quantity, quote, takerBuys, buyerBase, sellerQuote })
  const no = market.tradedAt(price)
  world.emit({
    kind: 'traded',
    marketId: rules.marketId,
    no,
    price,
    quantity,
    quote,
    takerSide: command.side,
    makerOrderId,
    takerOrderId: incoming.orderId,
    makerAccountId,
    takerAccountId: command.accountId,
    makerRemaining,
    takerRemaining,
    buyerRefund,
    charges,
    baseTaxRupiah: taxInRupiah(world, rules.baseId, charges, 'buy'),
    quoteTaxRupiah: taxInRupiah(world, rules.quoteId, charges, 'sell'),
  })
  if (makerRemaining === 0) {
    world.emit({
      kind: 'order_closed',
      orderId: makerOrderId,
      accountId: makerAccountId,
      marketId: rules.marketId,
      side: takerBuys ? 'sell' : 'buy',
      price,
      reason: 'filled',
      remaining: makerRemaining,
      released: 0 as CurrencyUnits,
      rested: true,
    })
  }
}

function shrinkMaker(
  world: World,
  market: Market,
  slot: number,
  quantity: BaseUnits,
  remaining: BaseUnits,
): void {
  if (remaining === 0) return world.unrest(slot)
  world.hashOrder(slot, false)
  market.side(world.pool.side(slot)).reduce(slot, quantity)
  world.hashOrder(slot, true)
}

type FillToCharge = {
  readonly quantity: BaseUnits
  readonly quote: QuoteUnits
  readonly takerBuys: boolean
  readonly buyerBase: number
  readonly sellerQuote: number
}

/** Takes the charges of both sides from what they received. */
function chargeFill(world: World, market: Market, fill: FillToCharge): readonly Charge[] {
  const { rules } = market
  const { takerBuys } = fill
  const active = world.charges.active(rules.marketId, world.time)
  const charges: Charge[] = []
  chargeSide(
    active,
    { side: 'buy', isTaker: takerBuys, currencyId: rules.baseId, gross: fill.quantity },
    charges,
  )
  chargeSide(
    active,
    { side: 'sell', isTaker: !takerBuys, currencyId: rules.quoteId, gross: fill.quote },
    charges,
  )
  for (const charge of charges) {
    if (charge.amount === 0) continue
    const payer = charge.side === 'buy' ? fill.buyerBase : fill.sellerQuote
    const house = world.ledger.row(chargeAccounts[charge.chargeKind], charge.currencyId)
    world.ledger.move(charge.amount, payer, 'available', house, 'available')
  }
  return charges
}

/** One side's taxes in rupiah at the last rupiah price of their currency; null if none is known. */
function taxInRupiah(
  world: World,
  currencyId: number,
  charges: readonly Charge[],
  side: Side,
): CurrencyUnits | null {
  let tax = 0
  for (const charge of charges) {
    if (charge.side !== side) continue
    if (charge.chargeKind === 'vat' || charge.chargeKind === 'income_tax') tax += charge.amount
  }
  if (currencyId === rupiahId || tax === 0) return tax as CurrencyUnits
  const market = world.rupiahMarkets.get(currencyId)
  if (market === undefined || market.lastPrice === null) return null
  const value = valueAt(tax as CurrencyUnits, market.lastPrice, market.baseScale)
  return value === outOfRange ? null : value
}
