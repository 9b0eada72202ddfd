/**
 * The expected rows of tables with a history, computed from the journal's events independently of the
 * projector. Final rows are removed in chunks, so that only open orders, balances and the newest candles stay
 * in memory.
 */
import {
  type Charge,
  chargeKinds,
  type CoreEvent,
  firstMarketMakerId,
  lastMarketMakerId,
  type OrderAccepted,
  type OrderClosed,
  type Side,
  type Traded,
  type Transferred,
} from '@tukar/core'
import type { AppliedBatch } from '../committing/batch.ts'
import { encodeAnswer } from '../codec/index.ts'
import { wordBytes } from '../words.ts'
import type { Cell, Row } from './rows.ts'

/** A row that a table must have, or must not have. */
export type ExpectedRow = {
  readonly key: readonly (number | string)[]
  readonly row: Row
  readonly presence: 'required' | 'forbidden'
}

type Changing = Record<string, Cell>
type OrderFigures = { fills: number; filledQuote: number; received: number }
type ExpectedOrder = { readonly row: Changing; readonly figures: OrderFigures }
type ExpectedCandle = {
  readonly first: {
    readonly market_id: number
    readonly width: string
    readonly open_ms: number
    readonly open: number
  }
  high: number
  low: number
  close: number
  volume: bigint
  volumeQuote: bigint
  trades: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Days begin at midnight in Jakarta, which is seven hours ahead of UTC. */
const jakartaMs = 7 * hourMs

export class Expected {
  trades: ExpectedRow[] = []
  transfers: ExpectedRow[] = []
  answers: ExpectedRow[] = []
  closedOrders: ExpectedRow[] = []
  /** Candles that are final: time in the journal never runs back. */
  endedCandles: ExpectedRow[] = []
  readonly #openOrders = new Map<number, ExpectedOrder>()
  readonly #balances = new Map<string, Row>()
  /** The newest candle of each market and width. */
  readonly #candles = new Map<string, ExpectedCandle>()

  add(batch: AppliedBatch): void {
    for (const { seq, id, events } of batch.commands) {
      for (const event of events) this.#addEvent(event, seq, batch.timeMs)
      if (id === null) continue
      this.answers.push({
        key: [seq],
        presence: 'required',
        row: {
          seq,
          scope: id.scope,
          id: wordBytes(id.words),
          body: wordBytes(id.body),
          time_ms: batch.timeMs,
          events: encodeAnswer(events),
        },
      })
    }
    for (const { accountId, currencyId, available, held, claim } of batch.balances) {
      const key = { account_id: accountId, currency_id: currencyId }
      const row = { ...key, available, held, claim, seq: batch.lastSeq }
      this.#balances.set(`${accountId}/${currencyId}`, row)
    }
  }

  balances(): Iterable<Row> {
    return this.#balances.values()
  }

  *openOrders(): Generator<ExpectedRow> {
    for (const [orderId, { row }] of this.#openOrders) {
      yield { key: [orderId], row, presence: 'required' }
    }
  }

  /** Candles that are not final yet. */
  *openCandles(): Generator<ExpectedRow> {
    for (const candle of this.#candles.values()) yield candleRow(candle)
  }

  #addEvent(event: CoreEvent, seq: number, timeMs: number): void {
    switch (event.kind) {
      case 'order_accepted':
        this.#openOrders.set(event.orderId, newOrder(event, seq, timeMs))
        return
      case 'traded':
        return this.#addTrade(event, seq, timeMs)
      case 'order_closed':
        return this.#closeOrder(event, seq, timeMs)
      case 'transferred': {
        const last = this.transfers.at(-1)
        const no = last !== undefined && last.key[0] === seq ? Number(last.key[1]) + 1 : 0
        const row = transferRow(event, seq, no, timeMs)
        this.transfers.push({ key: [seq, no], presence: 'required', row })
        return
      }
      // Other events only change the core's state, or leave no row.
      case 'order_rested':
      case 'orders_canceled':
      case 'hold_changed':
      case 'currency_listed':
      case 'market_set':
      case 'market_state_set':
      case 'schedule_set':
      case 'account_suspended':
      case 'account_resumed':
      case 'epoch_begun':
      case 'refused':
        return
    }
  }

  #order(orderId: number): ExpectedOrder {
    const order = this.#openOrders.get(orderId)
    if (order === undefined) throw new RangeError(`order ${orderId} is not open`)
    return order
  }

  #addTrade(trade: Traded, seq: number, timeMs: number): void {
    this.trades.push({
      key: [trade.marketId, trade.no],
      presence: 'required',
      row: tradeRow(trade, seq, timeMs),
    })
    const makerSide: Side = trade.takerSide === 'buy' ? 'sell' : 'buy'
    for (const [orderId, side, remaining] of [
      [trade.makerOrderId, makerSide, trade.makerRemaining],
      [trade.takerOrderId, trade.takerSide, trade.takerRemaining],
    ] as const) {
      const { row, figures } = this.#order(orderId)
      let received: number = side === 'buy' ? trade.quantity : trade.quote
      for (const charge of trade.charges) if (charge.side === side) received -= charge.amount
      figures.fills += 1
      figures.filledQuote += trade.quote
      figures.received += received
      Object.assign(row, { remaining, updated_seq: seq, updated_ms: timeMs })
      Object.assign(row, toFigures(figures))
    }
    this.#addToCandles(trade, timeMs)
  }

  #closeOrder(event: OrderClosed, seq: number, timeMs: number): void {
    const { row, figures } = this.#order(event.orderId)
    this.#openOrders.delete(event.orderId)
    Object.assign(row, {
      status: event.reason === 'filled' ? 'filled' : 'canceled',
      close_reason: event.reason,
      remaining: event.remaining,
      updated_seq: seq,
      updated_ms: timeMs,
    })
    const { accountId } = event
    const isMaker = accountId >= firstMarketMakerId && accountId <= lastMarketMakerId
    // orders that a market maker placed and canceled unfilled leave no row.
    const presence = isMaker && figures.fills === 0 ? 'forbidden' : 'required'
    this.closedOrders.push({ key: [event.orderId], row, presence })
  }

  #addToCandles({ marketId, price, quantity, quote }: Traded, timeMs: number): void {
    const opens = {
      '1m': timeMs - (timeMs % minuteMs),
      '1h': timeMs - (timeMs % hourMs),
      '1d': timeMs - ((timeMs + jakartaMs) % dayMs),
    }
    for (const [width, openMs] of Object.entries(opens)) {
      const key = `${marketId}/${width}`
      const newest = this.#candles.get(key)
      const isOver = newest !== undefined && newest.first.open_ms !== openMs
      if (isOver) this.endedCandles.push(candleRow(newest))
      const candle = (isOver ? undefined : newest) ?? {
        first: { market_id: marketId, width, open_ms: openMs, open: price },
        high: price,
        low: price,
        close: price,
        volume: 0n,
        volumeQuote: 0n,
        trades: 0,
      }
      this.#candles.set(key, candle)
      if (price > candle.high) candle.high = price
      if (price < candle.low) candle.low = price
      candle.close = price
      candle.volume += BigInt(quantity)
      candle.volumeQuote += BigInt(quote)
      candle.trades += 1
    }
  }
}

function candleRow({ first, volumeQuote, ...figures }: ExpectedCandle): ExpectedRow {
  const { market_id, width, open_ms } = first
  const row = { ...first, ...figures, volume_quote: volumeQuote }
  return { key: [market_id, width, open_ms], row, presence: 'required' }
}

function newOrder(event: OrderAccepted, seq: number, timeMs: number): ExpectedOrder {
  const figures = { fills: 0, filledQuote: 0, received: 0 }
  const row: Changing = {
    id: event.orderId,
    account_id: event.accountId,
    market_id: event.marketId,
    side: event.side,
    price: event.price,
    quantity: event.quantity,
    remaining: event.quantity,
    time_in_force: event.timeInForce,
    post_only: event.postOnly,
    status: 'open',
    close_reason: null,
    ...toFigures(figures),
    created_seq: seq,
    created_ms: timeMs,
    updated_seq: seq,
    updated_ms: timeMs,
  }
  return { row, figures }
}

function toFigures({ fills, filledQuote, received }: OrderFigures): Row {
  return { fill_count: fills, filled_quote: filledQuote, received }
}

function tradeRow(trade: Traded, seq: number, timeMs: number): Row {
  return {
    market_id: trade.marketId,
    no: trade.no,
    seq,
    time_ms: timeMs,
    price: trade.price,
    quantity: trade.quantity,
    quote: trade.quote,
    taker_side: trade.takerSide,
    maker_order_id: trade.makerOrderId,
    taker_order_id: trade.takerOrderId,
    maker_account_id: trade.makerAccountId,
    taker_account_id: trade.takerAccountId,
    buyer_refund: trade.buyerRefund,
    charges: trade.charges.flatMap(chargeCells),
    base_tax_rupiah: trade.baseTaxRupiah,
    quote_tax_rupiah: trade.quoteTaxRupiah,
  }
}

function transferRow(transfer: Transferred, seq: number, no: number, timeMs: number): Row {
  return {
    seq,
    no,
    time_ms: timeMs,
    command_kind: transfer.commandKind,
    currency_id: transfer.currencyId,
    amount: transfer.amount,
    from_account_id: transfer.fromAccountId,
    from_bucket: transfer.fromBucket,
    to_account_id: transfer.toAccountId,
    to_bucket: transfer.toBucket,
    reason: transfer.reason,
    source: transfer.source,
    suspended: transfer.suspended,
  }
}

function chargeCells(charge: Charge): number[] {
  const side = charge.side === 'buy' ? 0 : 1
  const kind = chargeKinds.indexOf(charge.chargeKind)
  return [side, kind, charge.amount, charge.ratePpm, charge.scheduleId]
}
