/** Payloads of socket events in the wire's words, made from domain figures. */
import type { BalanceChange } from '@tukar/core'
import { formatUnits } from '@tukar/money'
import {
  type BalancesFrame,
  type HeartbeatFrame,
  type LevelRow,
  levelRow,
  type MarketScale,
  type OrderFrame,
  orderStatusWord,
  type OwnPulseFrame,
  type PulseFrame,
  type SideFrame,
  type TableFrame,
  type TickerFrame,
  tickerFields,
  tradeRow,
  type TradesFrame,
} from '@tukar/wire'
import type { PriceLevel } from '../engine/port.ts'
import type { Book, PublicTrade, Ticker } from '../market-data/port.ts'

/** Creates a side's rows; an unchanged level keeps its row object. */
export type SideRows = (levels: readonly PriceLevel[]) => readonly LevelRow[]

/** Rows of one side of a market; only changed levels get new rows. */
export function createSideRows(scale: MarketScale, side: 'buy' | 'sell'): SideRows {
  let known = new Map<number, { quantity: number; row: LevelRow }>()
  return (levels) => {
    const next = new Map<number, { quantity: number; row: LevelRow }>()
    const rows = levels.map((level) => {
      const old = known.get(level.price)
      const isSame = old !== undefined && old.quantity === level.quantity
      const entry = isSame ? old : { quantity: level.quantity, row: levelRow(scale, side, level) }
      next.set(level.price, entry)
      return entry.row
    })
    known = next
    return rows
  }
}

/** `sells` or `buys` (RT-07, RT-08): a whole side, best first, and the checksum of both. */
export function sideFrame(scale: MarketScale, book: Book, rows: readonly LevelRow[]): SideFrame {
  return { pair: scale.symbol, data: rows, seq: book.seq, checksum: book.checksum }
}

/** `histories` (RT-09): new trades to put on top, or the whole list (DEC-89); newest first. */
export function tradesFrame(
  scale: MarketScale,
  trades: readonly PublicTrade[],
  options: { readonly prepended: boolean; readonly seq: number },
): TradesFrame {
  const data = trades.map((trade) => tradeRow(scale, trade))
  return { pair: scale.symbol, data, prepended: options.prepended, seq: options.seq }
}

/** `market_update` in its field form (RT-02). */
export function tickerFrame(scale: MarketScale, ticker: Ticker): TickerFrame {
  return { ...tickerFields(scale, ticker), seq: ticker.seq }
}

/** `market_update` for a new socket: the full rows of all markets as JSON text (DEC-75). */
export function tableFrame(rows: readonly object[]): TableFrame {
  return { jsontable: JSON.stringify(rows) }
}

/**
 * `pulse`: the current state of a market for a subscriber that missed nothing: number and checksum of
 * the book, number of the last trade (0 before the first), and the figures after a change.
 */
export function pulseFrame(
  scale: MarketScale,
  book: Book,
  no: number,
  ticker: Ticker | null,
): PulseFrame {
  const { seq, checksum } = book
  const figures = ticker === null ? {} : { figures: tickerFrame(scale, ticker) }
  return { pair: scale.symbol, seq, checksum, no, ...figures }
}

/** `own_pulse`: number of the user's last event; `first` on a new socket. */
export function userPulseFrame(no: number, isFirst: boolean): OwnPulseFrame {
  return isFirst ? { no, first: true } : { no }
}

/** The heartbeat of each second: last number, server time, whether commands are accepted. */
export function heartbeatFrame(seq: number, timeMs: number, engineState: string): HeartbeatFrame {
  return { seq, time: timeMs, engine: engineState }
}

export type CurrencyScale = { readonly symbol: string; readonly decimals: number }
export type BalanceFigures = Pick<BalanceChange, 'currencyId' | 'available' | 'held'>

/** `ubal` (RT-10): absolute values of the currencies that changed, one entry, its owner's. */
export function balancesFrame(
  userId: number,
  seq: number,
  changes: Iterable<BalanceFigures>,
  currencyOf: (currencyId: number) => CurrencyScale | undefined,
): BalancesFrame {
  const available: Record<string, string> = {}
  const lock: Record<string, string> = {}
  for (const change of changes) {
    const currency = currencyOf(change.currencyId)
    if (currency === undefined) continue
    available[currency.symbol] = formatUnits(change.available, currency.decimals)
    lock[currency.symbol] = formatUnits(change.held, currency.decimals)
  }
  return [{ u: userId, seq, ...available, lock }]
}

/** The status of a user's order after a batch. */
export type OrderUpdate = {
  readonly orderId: number
  readonly status: 'open' | 'filled' | 'canceled'
  /** Fills within the batch. */
  readonly fillCount: number
  /** Why it ended, or `placed` or `matched`. */
  readonly result: string
}

/** `notif_obooks_result` (RT-06): status close moves the order from open to history (HIST-08). */
export function orderFrame(userId: number, seq: number, update: OrderUpdate): OrderFrame {
  return {
    uid: userId,
    id: update.orderId,
    result: update.result,
    status: orderStatusWord(update.status, update.fillCount),
    seq,
  }
}
