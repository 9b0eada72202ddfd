/** Placement and cancellation: rate limit, command, and the answer from its events. */
import type { Command, CoreEvent, OrderAccepted, OrderSize } from '@tukar/core'
import {
  type BaseUnits,
  buyHold,
  formatPrice,
  formatUnits,
  parseUnits,
  priceUnits,
} from '@tukar/money'
import type { OrderFigures } from '@tukar/wire'
import { createCommandId, type Engine, type Outcome } from '../../engine/index.ts'
import { Refusal, refusalOfCore } from '../../platform/http/refusal.ts'
import type { ListedMarket } from '../markets/index.ts'
import { rememberClosed } from './closed-lately.ts'

export type Placement = {
  readonly side: 'buy' | 'sell'
  readonly price: string | number
  /** For a buy the budget in quote, for a sell the quantity. */
  readonly amount: string | number
  /** The exact quantity of the order; null if the amount alone gives its size. */
  readonly quantity: string | number | null
  readonly useWholeBalance: boolean
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK'
  readonly postOnly: boolean
}

export type Author = { readonly userId: number; readonly commandUuid: string }

export type OrdersService = ReturnType<typeof createOrdersService>

/**
 * The actions of a user on orders; a failed action throws a `Refusal`.
 *
 * @param mayOrder whether this user may send one more command now
 */
export function createOrdersService(engine: Engine, mayOrder: (userId: number) => boolean) {
  const closedLately = rememberClosed(engine)
  function submit(author: Author, command: Command): Promise<Outcome> {
    if (!mayOrder(author.userId)) throw new Refusal('request.rate')
    return engine.submit(command, createCommandId(author.userId, author.commandUuid, command))
  }

  return {
    /** Places an order and returns it as its events left it. */
    async place(author: Author, market: ListedMarket, placement: Placement): Promise<OrderFigures> {
      const command = placeCommand(author.userId, market, placement)
      const outcome = await submit(author, command)
      const { events, timeMs } = acceptedOrRefusal(outcome, { market, side: placement.side })
      return orderOfEvents(events, timeMs)
    },

    /**
     * Cancels an open order of the user. If the user has no open order of this id (SRV-56), returns the
     * number of the command that found this, so that a repetition gets the same answer; otherwise null.
     */
    async cancel(author: Author, orderId: number): Promise<number | null> {
      const command: Command = { kind: 'cancel', accountId: author.userId, orderId }
      const outcome = await submit(author, command)
      if (outcome.status === 'refused' && outcome.code === 'order.not_open') return outcome.seq
      acceptedOrRefusal(outcome)
      return null
    },

    /**
     * The account of a recently closed order and its closing command; null if that is not known without the
     * tables.
     */
    closedLately,

    /** Cancels all open orders of the user, in one market or in all; returns their number. */
    async cancelAll(author: Author, market: ListedMarket | null): Promise<number> {
      const { userId } = author
      const marketId = market?.marketId ?? null
      const command: Command = { kind: 'cancel_all', accountId: userId, marketId }
      const { events } = acceptedOrRefusal(await submit(author, command))
      return events.filter((event) => event.kind === 'order_closed').length
    },

    /** Resolves when the lists contain the user's last command; refuses if that takes too long. */
    async waitForProjection(userId: number): Promise<void> {
      if (!(await engine.waitForProjection(userId))) throw new Refusal('engine.behind')
    },
  }
}

function placeCommand(userId: number, market: ListedMarket, placement: Placement): Command {
  const { scale } = market
  const { side, timeInForce, postOnly } = placement
  // Post-only orders must not take, and IOC and FOK orders must not rest: no order does both.
  if (postOnly && timeInForce !== 'GTC') throw new Refusal('order.post_only_ioc')
  const price = priceUnits(unitsOf(placement.price, scale.quoteDecimals))
  const amountDecimals = side === 'buy' ? scale.quoteDecimals : scale.baseDecimals
  const amount = unitsOf(placement.amount, amountDecimals)
  const quantity =
    placement.quantity === null ? null : unitsOf(placement.quantity, scale.baseDecimals)
  // A named quantity and the whole balance contradict each other.
  if (placement.useWholeBalance && quantity !== null) throw new Refusal('order.total_mismatch')
  const size: OrderSize = placement.useWholeBalance
    ? { by: 'balance' }
    : quantity !== null
      ? namedSize(market, placement, quantity)
      : side === 'buy'
        ? { by: 'budget', budget: amount }
        : { by: 'quantity', quantity: amount }
  const { marketId } = market
  return { kind: 'place', accountId: userId, marketId, side, price, size, timeInForce, postOnly }
}

/**
 * A quantity beside the amount: the amount must be its total or the quantity itself, otherwise the
 * intention is unclear. The core checks the exact quantity, so that nothing is silently rounded to the lot.
 */
function namedSize(
  { scale }: ListedMarket,
  { side, price, amount }: Placement,
  quantity: BaseUnits,
): OrderSize {
  const limit = priceUnits(unitsOf(price, scale.quoteDecimals))
  const expected = side === 'buy' ? buyHold(limit, quantity, scale.baseScale) : quantity
  const given = unitsOf(amount, side === 'buy' ? scale.quoteDecimals : scale.baseDecimals)
  if (given !== expected) throw new Refusal('order.total_mismatch')
  return { by: 'quantity', quantity }
}

function unitsOf(input: string | number, decimals: number) {
  const parsed = parseUnits(input, decimals)
  if (parsed.ok) return parsed.units
  throw new Refusal(`amount.${parsed.fault}`, { decimals })
}

/**
 * The context of a refused order: its limits are in the currencies of its market, its amount in that of its
 * side.
 */
type Placed = { readonly market: ListedMarket; readonly side: Placement['side'] }

/** The events of an accepted command; any other outcome is thrown as its refusal. */
function acceptedOrRefusal(
  outcome: Outcome,
  placed?: Placed,
): { readonly events: readonly CoreEvent[]; readonly timeMs: number } {
  switch (outcome.status) {
    case 'accepted':
      return outcome
    case 'refused':
      throw refusalOfCore(
        outcome.code,
        placed === undefined ? {} : shownLimits(placed, outcome.params),
      )
    case 'id_reused':
      throw new Refusal('command.id_reused')
    case 'id_expired':
      throw new Refusal('command.id_expired')
    case 'overloaded':
      throw new Refusal('engine.overloaded')
    case 'unavailable':
      throw new Refusal('engine.unavailable')
    case 'unknown':
      throw new Refusal('engine.unknown_outcome')
    case 'poisoned':
      throw new Refusal('engine.internal')
  }
}

/** The limits of a refusal as decimal strings with their currency. */
function shownLimits(
  { market: { scale }, side }: Placed,
  params: Readonly<Record<string, number>>,
): Readonly<Record<string, string | number>> {
  const base = (units: number) => `${formatUnits(units, scale.baseDecimals)} ${scale.baseSymbol}`
  const quote = (units: number) => `${formatUnits(units, scale.quoteDecimals)} ${scale.quoteSymbol}`
  const price = (units: number) =>
    `${formatPrice(units, scale.tick, scale.quoteDecimals)} ${scale.quoteSymbol}`
  const money = side === 'buy' ? quote : base
  // The limit of a price band may lie between two ticks: the one within the band is shown.
  const { tick } = scale
  const shown: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(params)) {
    if (name === 'tick') shown[name] = price(value)
    else if (name === 'priceMin') shown['limit'] = price(value + ((tick - (value % tick)) % tick))
    else if (name === 'priceMax') shown['limit'] = price(value - (value % tick))
    else if (name === 'lot' || name === 'quantityMax') shown[name] = base(value)
    else if (name === 'notionalMin') shown[name] = quote(value)
    else if (name === 'needed' || name === 'available') shown[name] = money(value)
    else shown[name] = value
  }
  return shown
}

/** The order after the command that placed it. */
function orderOfEvents(events: readonly CoreEvent[], timeMs: number): OrderFigures {
  const accepted = events.find((event): event is OrderAccepted => event.kind === 'order_accepted')
  if (accepted === undefined) throw new Refusal('engine.internal')
  const { orderId, accountId, side, price, quantity, timeInForce, postOnly } = accepted
  let remaining: number = quantity
  let fillCount = 0
  let received = 0
  let status: OrderFigures['status'] = 'open'
  let closeReason: string | null = null
  for (const event of events) {
    if (event.kind === 'traded' && event.takerOrderId === orderId) {
      remaining = event.takerRemaining
      fillCount += 1
      received += side === 'buy' ? event.quantity : event.quote
      for (const charge of event.charges) if (charge.side === side) received -= charge.amount
    } else if (event.kind === 'order_closed' && event.orderId === orderId) {
      status = event.reason === 'filled' ? 'filled' : 'canceled'
      closeReason = event.reason
    }
  }
  return {
    orderId,
    userId: accountId,
    side,
    price,
    quantity,
    remaining,
    status,
    closeReason,
    fillCount,
    received,
    timeInForce,
    postOnly,
    createdMs: timeMs,
    updatedMs: timeMs,
  }
}
