/** The oracle's orders: checks, matching, charges and cancels, each written out the plain way. */
import { currencyUnits as units, priceUnits, type CurrencyUnits } from '@tukar/money'
import {
  type CancelAllOrders,
  type CancelOrder,
  type Charge,
  chargeKinds,
  chargePayers,
  type CloseReason,
  type PlaceOrder,
  type Side,
} from '../index.ts'
import {
  availableOf,
  ceiling,
  change,
  findMarket,
  isTradingAccount,
  isWhole,
  largest,
  type Model,
  type ModelMarket,
  type ModelOrder,
  refuse,
} from './oracle-model.ts'

const million = 1_000_000n
const houseOfCharge = { fee: 1, bourse: 2, vat: 3, income_tax: 4 } as const

/** Units of an event. */
function toResult(amount: bigint): CurrencyUnits {
  return units(Number(amount))
}

/** Above 2^53 a figure is not an exact integer; division in doubles decides whether it is on a step. */
function isOnStep(value: number, step: number): boolean {
  if (isWhole(value)) return BigInt(value) % BigInt(step) === 0n
  return value - Math.floor(value / step) * step === 0
}

/** The quantity of an order's size, or the reason why it has none. */
type RequestedQuantity = { readonly quantity: bigint } | 'too_big' | 'off_lot'

function readQuantity(model: Model, market: ModelMarket, command: PlaceOrder): RequestedQuantity {
  const { size, side, accountId } = command
  const lot = BigInt(market.rules.lot)
  if (size.by === 'quantity') {
    const { quantity } = size
    if (quantity === -1) return 'too_big'
    if (!(quantity >= 0) || !isOnStep(quantity, market.rules.lot)) return 'off_lot'
    return { quantity: BigInt(quantity) }
  }
  const payId = side === 'buy' ? market.rules.quoteId : market.rules.baseId
  const own = availableOf(model, accountId, payId)
  if (size.by === 'balance' && side === 'sell') {
    return own >= 0n ? { quantity: own - (own % lot) } : 'off_lot'
  }
  if (size.by === 'budget' && size.budget > largest) return 'too_big'
  if (size.by === 'budget' && !isWhole(size.budget)) return { quantity: 0n }
  const budget = size.by === 'budget' ? BigInt(size.budget) : own
  if (budget < 0n || !isWhole(command.price) || command.price <= 0) return { quantity: 0n }
  const quantity = (budget * market.scale) / BigInt(command.price)
  return quantity > largest ? 'too_big' : { quantity: quantity - (quantity % lot) }
}

/** The prices that orders of a side may have. */
function findBand(market: ModelMarket, side: Side): { min: bigint; max: bigint } {
  const { rules } = market
  const reference = market.lastPrice ?? BigInt(rules.referencePrice)
  const isBuy = side === 'buy'
  const near = isBuy
    ? (reference * BigInt(rules.buyBandPpm)) / million
    : ceiling(reference, BigInt(rules.sellBandPpm), million)
  const min = isBuy ? ceiling(reference, 1n, 10n) : near
  const max = isBuy ? near : reference * 10n
  const lowest = BigInt(rules.priceMin)
  const highest = BigInt(rules.priceMax)
  return { min: min < lowest ? lowest : min, max: max > highest ? highest : max }
}

/** Orders of the other side that an order at this price would match, in the order of priority. */
function takable(market: ModelMarket, side: Side, price: bigint): ModelOrder[] {
  const isBuy = side === 'buy'
  return market.orders
    .filter((order) => order.side !== side && (isBuy ? order.price <= price : order.price >= price))
    .sort((one, other) => {
      if (one.price === other.price) return one.orderId - other.orderId
      return one.price < other.price === isBuy ? -1 : 1
    })
}

/** Applies a `place`: the first refusal of R-11, or the order's whole life within this command. */
export function placeInModel(model: Model, command: PlaceOrder): void {
  const { accountId, marketId, side, price } = command
  const market = findMarket(model, marketId)
  if (market === undefined) return refuse(model, 'market.unknown')
  if (market.state === 'halted') return refuse(model, 'market.halted')
  if (market.state === 'cancel_only') return refuse(model, 'market.cancel_only')
  if (model.suspended.has(accountId)) return refuse(model, 'account.suspended')
  const { rules, scale } = market
  const requested = readQuantity(model, market, command)
  if (!(price > 0) || !isOnStep(price, rules.tick))
    return refuse(model, 'order.off_tick', { tick: rules.tick })
  if (requested === 'off_lot') return refuse(model, 'order.off_lot', { lot: rules.lot })
  const limit = BigInt(price)
  const quantity = requested === 'too_big' ? largest + 1n : requested.quantity
  const notional = (limit * quantity) / scale
  const isTooBig = quantity > largest || limit > largest || notional >= largest
  if (!isTooBig && (quantity === 0n || notional < BigInt(rules.notionalMin))) {
    return refuse(model, 'order.below_minimum', { notionalMin: rules.notionalMin })
  }
  if (isTooBig || quantity > BigInt(rules.quantityMax)) {
    return refuse(model, 'order.above_maximum', { quantityMax: rules.quantityMax })
  }
  const { min, max } = findBand(market, side)
  if (limit < min) return refuse(model, 'order.out_of_band', { priceMin: Number(min) })
  if (limit > max) return refuse(model, 'order.out_of_band', { priceMax: Number(max) })
  const open = market.orders.filter((order) => order.accountId === accountId).length
  if (command.timeInForce === 'GTC' && open >= rules.openOrdersMax) {
    return refuse(model, 'order.too_many_open', { openOrdersMax: rules.openOrdersMax })
  }
  const payId = side === 'buy' ? rules.quoteId : rules.baseId
  const hold = side === 'buy' ? ceiling(limit, quantity, scale) : quantity
  const available = availableOf(model, accountId, payId)
  if (hold > available) {
    const params = { needed: Number(hold), available: Number(available) }
    return refuse(model, 'order.insufficient_balance', params)
  }
  if (command.postOnly && takable(market, side, limit).length > 0) {
    return refuse(model, 'order.post_only_would_take')
  }
  if (!isTradingAccount(accountId)) return refuse(model, 'account.not_a_user')
  accept(model, market, command, quantity)
}

/** What an order must hold, computed from side, limit and remaining quantity. */
function computeHold(market: ModelMarket, order: ModelOrder): bigint {
  if (order.side === 'sell') return order.remaining
  return ceiling(order.price, order.remaining, market.scale)
}

function accept(model: Model, market: ModelMarket, command: PlaceOrder, quantity: bigint): void {
  const { accountId, marketId, side, timeInForce, postOnly } = command
  const price = priceUnits(command.price)
  model.lastOrderId += 1
  const orderId = model.lastOrderId
  const order = { orderId, accountId, marketId, side, price: BigInt(price), remaining: quantity }
  const payId = side === 'buy' ? market.rules.quoteId : market.rules.baseId
  const hold = computeHold(market, order)
  change(model, accountId, payId, 'available', -hold)
  change(model, accountId, payId, 'held', hold)
  const result = { orderId, accountId, marketId, side, price }
  model.events.push({
    kind: 'order_accepted',
    ...result,
    quantity: toResult(quantity),
    timeInForce,
    postOnly,
    hold: toResult(hold),
  })
  const makers = takable(market, side, order.price)
  const ownAt = makers.findIndex((maker) => maker.accountId === accountId)
  const allowed = ownAt < 0 ? makers : makers.slice(0, ownAt)
  const offered = allowed.reduce((sum, maker) => sum + maker.remaining, 0n)
  if (timeInForce === 'FOK' && offered < quantity) {
    return close(model, market, order, 'fok_unfilled', false)
  }
  for (const maker of allowed) {
    if (order.remaining > 0n) fill(model, market, order, maker)
  }
  if (order.remaining === 0n) return close(model, market, order, 'filled', false)
  if (ownAt >= 0) return close(model, market, order, 'self_trade', false)
  if (timeInForce !== 'GTC') return close(model, market, order, 'ioc_rest', false)
  market.orders.push(order)
  model.events.push({ kind: 'order_rested', ...result, remaining: toResult(order.remaining) })
}

/** Closes an order and releases the rest of its hold. */
function close(
  model: Model,
  market: ModelMarket,
  order: ModelOrder,
  reason: CloseReason,
  rested: boolean,
): void {
  const { orderId, accountId, marketId, side, remaining } = order
  const payId = side === 'buy' ? market.rules.quoteId : market.rules.baseId
  const released = computeHold(market, order)
  change(model, accountId, payId, 'held', -released)
  change(model, accountId, payId, 'available', released)
  market.orders = market.orders.filter((open) => open !== order)
  model.events.push({
    kind: 'order_closed',
    orderId,
    accountId,
    marketId,
    side,
    price: priceUnits(Number(order.price)),
    reason,
    remaining: toResult(remaining),
    released: toResult(released),
    rested,
  })
}

function fill(model: Model, market: ModelMarket, taker: ModelOrder, maker: ModelOrder): void {
  const { baseId, quoteId, marketId } = market.rules
  const quantity = maker.remaining < taker.remaining ? maker.remaining : taker.remaining
  const quote = (maker.price * quantity) / market.scale
  const buyer = taker.side === 'buy' ? taker : maker
  const seller = taker.side === 'buy' ? maker : taker
  const heldBefore = computeHold(market, buyer)
  maker.remaining -= quantity
  taker.remaining -= quantity
  const refund = heldBefore - computeHold(market, buyer) - quote
  change(model, buyer.accountId, quoteId, 'held', -quote - refund)
  change(model, buyer.accountId, quoteId, 'available', refund)
  change(model, seller.accountId, quoteId, 'available', quote)
  change(model, seller.accountId, baseId, 'held', -quantity)
  change(model, buyer.accountId, baseId, 'available', quantity)
  market.lastPrice = maker.price
  market.tradeCount += 1
  const bought = takeCharges(model, market, buyer, buyer === taker, quantity)
  const sold = takeCharges(model, market, seller, seller === taker, quote)
  model.events.push({
    kind: 'traded',
    marketId,
    no: market.tradeCount,
    price: priceUnits(Number(maker.price)),
    quantity: toResult(quantity),
    quote: toResult(quote),
    takerSide: taker.side,
    makerOrderId: maker.orderId,
    takerOrderId: taker.orderId,
    makerAccountId: maker.accountId,
    takerAccountId: taker.accountId,
    makerRemaining: toResult(maker.remaining),
    takerRemaining: toResult(taker.remaining),
    buyerRefund: toResult(refund),
    charges: [...bought.charges, ...sold.charges],
    baseTaxRupiah: inRupiah(model, bought.taxes, baseId),
    quoteTaxRupiah: inRupiah(model, sold.taxes, quoteId),
  })
  if (maker.remaining === 0n) close(model, market, maker, 'filled', true)
}

/** Deducts one side's charges from what it received. */
function takeCharges(
  model: Model,
  market: ModelMarket,
  payer: ModelOrder,
  isTaker: boolean,
  gross: bigint,
): { readonly charges: readonly Charge[]; readonly taxes: bigint } {
  const { marketId, baseId, quoteId } = market.rules
  const currencyId = payer.side === 'buy' ? baseId : quoteId
  const roles = ['both', isTaker ? 'taker' : 'maker', payer.side === 'buy' ? 'buyer' : 'seller']
  const begun = model.schedules.filter((row) => row.marketId === marketId && row.from <= model.time)
  const charges: Charge[] = []
  let fees = 0n
  let taxes = 0n
  for (const chargeKind of chargeKinds) {
    for (const role of chargePayers) {
      if (!roles.includes(role)) continue
      const dated = begun.filter((row) => row.chargeKind === chargeKind && row.payer === role)
      dated.sort((one, other) => other.from - one.from)
      const [row] = dated
      if (row === undefined || row.ratePpm === 0) continue
      const amount = ((row.base === 'fee' ? fees : gross) * BigInt(row.ratePpm)) / million
      if (chargeKind === 'fee') fees += amount
      if (chargeKind === 'vat' || chargeKind === 'income_tax') taxes += amount
      change(model, payer.accountId, currencyId, 'available', -amount)
      change(model, houseOfCharge[chargeKind], currencyId, 'available', amount)
      const { ratePpm, scheduleId } = row
      const { side } = payer
      charges.push({ side, chargeKind, currencyId, amount: toResult(amount), ratePpm, scheduleId })
    }
  }
  return { charges, taxes }
}

/** A tax at the last rupiah price of its currency, in the market with the lowest id. */
function inRupiah(model: Model, tax: bigint, currencyId: number): CurrencyUnits | null {
  if (tax === 0n || currencyId === 1) return toResult(tax)
  const [market] = model.markets
    .filter(({ rules }) => rules.baseId === currencyId && rules.quoteId === 1)
    .sort((one, other) => one.rules.marketId - other.rules.marketId)
  if (market === undefined || market.lastPrice === null) return null
  const value = (tax * market.lastPrice) / market.scale
  return value > largest ? null : toResult(value)
}

/** Applies a `cancel`: closes an open order of this account and releases its hold. */
export function cancelInModel(model: Model, { accountId, orderId }: CancelOrder): void {
  for (const market of model.markets) {
    const order = market.orders.find((open) => open.orderId === orderId)
    if (order === undefined || order.accountId !== accountId) continue
    if (market.state === 'halted') return refuse(model, 'market.halted')
    return close(model, market, order, 'user', true)
  }
  refuse(model, 'order.not_open')
}

/** Applies a `cancel_all`: all open orders of this account, of one market or of all, oldest first. */
export function cancelAllInModel(model: Model, { accountId, marketId }: CancelAllOrders): void {
  const named = marketId === null ? undefined : findMarket(model, marketId)
  if (marketId !== null && named === undefined) return refuse(model, 'market.unknown')
  if (named?.state === 'halted') return refuse(model, 'market.halted')
  const markets = named === undefined ? model.markets : [named]
  const ended = markets
    .filter((market) => market.state !== 'halted')
    .flatMap((market) => market.orders.map((order) => ({ market, order })))
    .filter(({ order }) => order.accountId === accountId)
    .sort((one, other) => one.order.orderId - other.order.orderId)
  for (const { market, order } of ended) close(model, market, order, 'user', true)
  model.events.push({ kind: 'orders_canceled', accountId, marketId, count: ended.length })
}
