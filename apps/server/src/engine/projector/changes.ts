/**
 * The changes of several committed batches, merged before they are written: an order that was placed and
 * closed within them is one row, a balance is its last value, a candle one row.
 */
import {
  type BalanceChange,
  chargeKinds,
  type CommandId,
  type CoreEvent,
  firstMarketMakerId,
  type HoldChanged,
  lastMarketMakerId,
  type OrderAccepted,
  type OrderClosed,
  type Traded,
  type Transferred,
} from '@tukar/core'
import type { AppliedBatch } from '../committing/batch.ts'
import { answerIn } from '../codec/index.ts'
import { candleOpenMs, type StoredWidth, storedWidths } from './candles.ts'
import type { Stretch } from './columns.ts'

/** The change of an order: totals of its new fills, and its final state. */
export type OrderChange = {
  readonly orderId: number
  readonly accountId: number
  /** Null for an order from before the run. */
  readonly accepted: OrderAccepted | null
  /** When it was accepted, if that was within these batches. */
  readonly created: Stamp
  remaining: number
  status: 'open' | 'filled' | 'canceled'
  closeReason: string | null
  fillCount: number
  filledQuote: number
  received: number
  updated: Stamp
}

export type Stamp = { readonly seq: number; readonly timeMs: number }
export type StampedTrade = Traded & Stamp
export type StampedTransfer = Transferred & Stamp & { readonly no: number }
export type StampedBalance = { readonly change: BalanceChange; readonly seq: number }
/** A command's own events as `encodeAnswer` returns them, as a range of their batch. */
export type StoredAnswer = {
  readonly stamp: Stamp
  readonly id: CommandId
  readonly events: Stretch
}

export type CandleChange = {
  readonly marketId: number
  readonly width: StoredWidth
  readonly openMs: number
  readonly open: number
  high: number
  low: number
  close: number
  /** A bigint, because the volume of one candle may exceed 2^53. */
  volume: bigint
  volumeQuote: bigint
  trades: number
}

/** Events that change a row of the listing, in their order. */
export type ListingEvent = Extract<
  CoreEvent,
  {
    kind:
      | 'currency_listed'
      | 'market_set'
      | 'market_state_set'
      | 'schedule_set'
      | 'account_suspended'
      | 'account_resumed'
  }
>

/** Collects the changes of batches, in order. */
export class Changes {
  readonly orders = new Map<number, OrderChange>()
  readonly trades: StampedTrade[] = []
  readonly transfers: StampedTransfer[] = []
  readonly holds = new Map<number, HoldChanged>()
  /** By currency, then by account. */
  readonly balances = new Map<number, Map<number, StampedBalance>>()
  readonly batches: AppliedBatch[] = []
  readonly candles = new Map<string, CandleChange>()
  readonly markets = new Map<number, { lastPrice: number; tradeCount: number }>()
  readonly answers: StoredAnswer[] = []
  readonly listing: ListingEvent[] = []
  lastOrderId = 0
  lastHoldId = 0
  commandCount = 0

  get last(): AppliedBatch | undefined {
    return this.batches.at(-1)
  }

  add(batch: AppliedBatch): void {
    const { timeMs } = batch
    let place = 0
    for (const { seq, id, events } of batch.commands) {
      const stamp = { seq, timeMs }
      let transferNo = 0
      for (const event of events) {
        if (event.kind === 'transferred') {
          this.transfers.push({ ...event, ...stamp, no: transferNo++ })
        } else this.#addEvent(event, stamp)
      }
      if (id !== null) this.answers.push({ stamp, id, events: answerIn(batch.events, place) })
      place += 1
    }
    for (const change of batch.balances) this.#addBalance(change, batch.lastSeq)
    this.batches.push(batch)
    this.commandCount += batch.commands.length
  }

  #addBalance(change: BalanceChange, seq: number): void {
    let byAccount = this.balances.get(change.currencyId)
    if (byAccount === undefined) {
      byAccount = new Map()
      this.balances.set(change.currencyId, byAccount)
    }
    byAccount.set(change.accountId, { change, seq })
  }

  #addEvent(event: Exclude<CoreEvent, Transferred>, stamp: Stamp): void {
    switch (event.kind) {
      case 'order_accepted':
        this.orders.set(
          event.orderId,
          orderChange(event.orderId, event.accountId, { accepted: event, stamp }),
        )
        this.lastOrderId = event.orderId
        return
      case 'traded':
        return this.#addTrade(event, stamp)
      case 'order_closed': {
        const order = this.#order(event, stamp)
        order.status = event.reason === 'filled' ? 'filled' : 'canceled'
        order.closeReason = event.reason
        order.remaining = event.remaining
        return
      }
      case 'hold_changed':
        this.holds.set(event.holdId, event)
        this.lastHoldId = Math.max(this.lastHoldId, event.holdId)
        return
      case 'order_rested':
      case 'orders_canceled':
      case 'epoch_begun':
      case 'refused':
        return
      case 'currency_listed':
      case 'market_set':
      case 'market_state_set':
      case 'schedule_set':
      case 'account_suspended':
      case 'account_resumed':
        this.listing.push(event)
    }
  }

  #order(
    { orderId, accountId }: Pick<OrderClosed, 'orderId' | 'accountId'>,
    stamp: Stamp,
  ): OrderChange {
    const known = this.orders.get(orderId)
    if (known !== undefined) {
      known.updated = stamp
      return known
    }
    const change = orderChange(orderId, accountId, { accepted: null, stamp })
    this.orders.set(orderId, change)
    return change
  }

  #addTrade(trade: Traded, stamp: Stamp): void {
    this.trades.push({ ...trade, ...stamp })
    const charged = { buy: 0, sell: 0 }
    for (const charge of trade.charges) charged[charge.side] += charge.amount
    const makerSide = trade.takerSide === 'buy' ? 'sell' : 'buy'
    const maker = {
      orderId: trade.makerOrderId,
      accountId: trade.makerAccountId,
      side: makerSide,
      remaining: trade.makerRemaining,
    } as const
    const taker = {
      orderId: trade.takerOrderId,
      accountId: trade.takerAccountId,
      side: trade.takerSide,
      remaining: trade.takerRemaining,
    } as const
    for (const { side, remaining, ...owned } of [maker, taker]) {
      const order = this.#order(owned, stamp)
      order.remaining = remaining
      order.fillCount += 1
      order.filledQuote += trade.quote
      order.received += (side === 'buy' ? trade.quantity : trade.quote) - charged[side]
    }
    this.markets.set(trade.marketId, { lastPrice: trade.price, tradeCount: trade.no })
    for (const width of storedWidths) this.#addToCandle(trade, width, stamp.timeMs)
  }

  #addToCandle(trade: Traded, width: StoredWidth, timeMs: number): void {
    const { marketId, price, quantity, quote } = trade
    const openMs = candleOpenMs(timeMs, width)
    const key = `${marketId}/${width}/${openMs}`
    const known = this.candles.get(key)
    if (known === undefined) {
      this.candles.set(key, {
        marketId,
        width,
        openMs,
        open: price,
        high: price,
        low: price,
        close: price,
        volume: BigInt(quantity),
        volumeQuote: BigInt(quote),
        trades: 1,
      })
      return
    }
    known.high = Math.max(known.high, price)
    known.low = Math.min(known.low, price)
    known.close = price
    known.volume += BigInt(quantity)
    known.volumeQuote += BigInt(quote)
    known.trades += 1
  }
}

/** An order that was just accepted, or that nothing happened to yet. */
function orderChange(
  orderId: number,
  accountId: number,
  { accepted, stamp }: { readonly accepted: OrderAccepted | null; readonly stamp: Stamp },
): OrderChange {
  return {
    orderId,
    accountId,
    accepted,
    created: stamp,
    remaining: accepted === null ? 0 : accepted.quantity,
    status: 'open',
    closeReason: null,
    fillCount: 0,
    filledQuote: 0,
    received: 0,
    updated: stamp,
  }
}

/** Whether the account is a market maker, whose unfilled orders leave no rows. */
export function isMarketMaker(accountId: number): boolean {
  return accountId >= firstMarketMakerId && accountId <= lastMarketMakerId
}

/** The charges of a trade as five numbers each, the format of `exchange.trade.charges`. */
export function flatCharges(trade: Traded): number[] {
  return trade.charges.flatMap(({ side, chargeKind, amount, ratePpm, scheduleId }) => [
    side === 'buy' ? 0 : 1,
    chargeKinds.indexOf(chargeKind),
    amount,
    ratePpm,
    scheduleId,
  ])
}
