/**
 * Writes folded changes to the tables: each table at most one or two statements, whatever the number of
 * rows. Runs inside the projector's transaction.
 */
import type pg from 'pg'
import { encodeAnswer } from '../codec/index.ts'
import { Changes, flatCharges, type ListingEvent, type OrderChange } from './changes.ts'

/** Runs one statement over columns: `$1`, `$2`… are arrays of equal length. */
async function runOver(
  client: pg.ClientBase,
  name: string,
  text: string,
  columns: readonly (readonly unknown[])[],
): Promise<void> {
  if (columns[0]?.length === 0) return
  await client.query({ name, text, values: columns as unknown[][] })
}

/** Writes everything but the watermark. */
export async function writeChanges(client: pg.ClientBase, changes: Changes): Promise<void> {
  for (const event of changes.listing) await writeListing(client, event)
  await writeNewOrders(client, changes)
  await writeOrderUpdates(client, changes)
  await writeTrades(client, changes)
  await writeTransfers(client, changes)
  await writeHolds(client, changes)
  await writeBalances(client, changes)
  await writeCandles(client, changes)
  await writeMarkets(client, changes)
  await writeAnswers(client, changes)
}

async function writeNewOrders(client: pg.ClientBase, changes: Changes): Promise<void> {
  const orders = [...changes.orders.values()].flatMap((order) =>
    order.accepted === null || leavesNoRow(order) ? [] : [{ ...order, accepted: order.accepted }],
  )
  await runOver(
    client,
    'orders-insert',
    `insert into exchange.orders
      (id, account_id, market_id, side, price, quantity, remaining, time_in_force, post_only, status,
       close_reason, fill_count, filled_quote, received, created_seq, created_ms, updated_seq,
       updated_ms)
     select * from unnest($1::bigint[], $2::bigint[], $3::int[], $4::text[], $5::bigint[],
       $6::bigint[], $7::bigint[], $8::text[], $9::boolean[], $10::text[], $11::text[], $12::int[],
       $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[])`,
    [
      orders.map((order) => order.orderId),
      orders.map((order) => order.accepted.accountId),
      orders.map((order) => order.accepted.marketId),
      orders.map((order) => order.accepted.side),
      orders.map((order) => order.accepted.price),
      orders.map((order) => order.accepted.quantity),
      orders.map((order) => order.remaining),
      orders.map((order) => order.accepted.timeInForce),
      orders.map((order) => order.accepted.postOnly),
      orders.map((order) => order.status),
      orders.map((order) => order.closeReason),
      orders.map((order) => order.fillCount),
      orders.map((order) => order.filledQuote),
      orders.map((order) => order.received),
      orders.map((order) => order.accepted.seq),
      orders.map((order) => order.accepted.timeMs),
      orders.map((order) => order.updated.seq),
      orders.map((order) => order.updated.timeMs),
    ],
  )
}

/** A house trader's order that came and went unfilled. */
function leavesNoRow(order: OrderChange): boolean {
  const { accepted, fillCount, status } = order
  const isEnded = fillCount === 0 && status !== 'open'
  return isEnded && accepted !== null && Changes.isHouseTrader(accepted.accountId)
}

async function writeOrderUpdates(client: pg.ClientBase, changes: Changes): Promise<void> {
  const orders = [...changes.orders.values()].filter((order) => order.accepted === null)
  await runOver(
    client,
    'orders-update',
    `update exchange.orders o set remaining = c.remaining, status = c.status,
       close_reason = c.close_reason, fill_count = o.fill_count + c.fill_count,
       filled_quote = o.filled_quote + c.filled_quote, received = o.received + c.received,
       updated_seq = c.seq, updated_ms = c.ms
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::int[], $6::bigint[],
       $7::bigint[], $8::bigint[], $9::bigint[])
       as c(id, remaining, status, close_reason, fill_count, filled_quote, received, seq, ms)
     where o.id = c.id`,
    [
      orders.map((order) => order.orderId),
      orders.map((order) => order.remaining),
      orders.map((order) => order.status),
      orders.map((order) => order.closeReason),
      orders.map((order) => order.fillCount),
      orders.map((order) => order.filledQuote),
      orders.map((order) => order.received),
      orders.map((order) => order.updated.seq),
      orders.map((order) => order.updated.timeMs),
    ],
  )
  const ended = orders.filter((order) => order.status === 'canceled')
  await runOver(
    client,
    'orders-forget',
    `delete from exchange.orders where id = any($1::bigint[]) and fill_count = 0
       and account_id between 900 and 999`,
    [ended.map((order) => order.orderId)],
  )
}

async function writeTrades(client: pg.ClientBase, { trades }: Changes): Promise<void> {
  await runOver(
    client,
    'trade-insert',
    `insert into exchange.trade
      (market_id, no, seq, time_ms, price, quantity, quote, taker_side, maker_order_id,
       taker_order_id, maker_account_id, taker_account_id, buyer_refund, charges, base_tax_rupiah,
       quote_tax_rupiah)
     select a, b, c, d, e, f, g, h, i, j, k, l, m, n::bigint[], o, p from
       unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
       $7::bigint[], $8::text[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[],
       $13::bigint[], $14::text[], $15::bigint[], $16::bigint[])
       as t(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)`,
    [
      trades.map((trade) => trade.marketId),
      trades.map((trade) => trade.no),
      trades.map((trade) => trade.seq),
      trades.map((trade) => trade.timeMs),
      trades.map((trade) => trade.price),
      trades.map((trade) => trade.quantity),
      trades.map((trade) => trade.quote),
      trades.map((trade) => trade.takerSide),
      trades.map((trade) => trade.makerOrderId),
      trades.map((trade) => trade.takerOrderId),
      trades.map((trade) => trade.makerAccountId),
      trades.map((trade) => trade.takerAccountId),
      trades.map((trade) => trade.buyerRefund),
      trades.map((trade) => `{${flatCharges(trade).join(',')}}`),
      trades.map((trade) => trade.baseTaxRupiah),
      trades.map((trade) => trade.quoteTaxRupiah),
    ],
  )
}

async function writeTransfers(client: pg.ClientBase, { transfers }: Changes): Promise<void> {
  await runOver(
    client,
    'transfer-insert',
    `insert into exchange.transfer
      (seq, no, time_ms, command_kind, currency_id, amount, from_account_id, from_bucket,
       to_account_id, to_bucket, reason, source, suspended)
     select * from unnest($1::bigint[], $2::int[], $3::bigint[], $4::text[], $5::int[], $6::bigint[],
       $7::bigint[], $8::text[], $9::bigint[], $10::text[], $11::text[], $12::text[],
       $13::boolean[])`,
    [
      transfers.map((transfer) => transfer.seq),
      transfers.map((transfer) => transfer.no),
      transfers.map((transfer) => transfer.timeMs),
      transfers.map((transfer) => transfer.commandKind),
      transfers.map((transfer) => transfer.currencyId),
      transfers.map((transfer) => transfer.amount),
      transfers.map((transfer) => transfer.fromAccountId),
      transfers.map((transfer) => transfer.fromBucket),
      transfers.map((transfer) => transfer.toAccountId),
      transfers.map((transfer) => transfer.toBucket),
      transfers.map((transfer) => transfer.reason),
      transfers.map((transfer) => transfer.source),
      transfers.map((transfer) => transfer.suspended),
    ],
  )
}

async function writeHolds(client: pg.ClientBase, changes: Changes): Promise<void> {
  const holds = [...changes.holds.values()]
  const open = holds.filter((hold) => hold.remaining > 0)
  const ended = holds.filter((hold) => hold.remaining === 0)
  await runOver(
    client,
    'hold-upsert',
    `insert into exchange.hold (id, account_id, currency_id, remaining, source)
     select * from unnest($1::bigint[], $2::bigint[], $3::int[], $4::bigint[], $5::text[])
     on conflict (id) do update set remaining = excluded.remaining`,
    [
      open.map((hold) => hold.holdId),
      open.map((hold) => hold.accountId),
      open.map((hold) => hold.currencyId),
      open.map((hold) => hold.remaining),
      open.map((hold) => hold.source),
    ],
  )
  await runOver(client, 'hold-delete', 'delete from exchange.hold where id = any($1::bigint[])', [
    ended.map((hold) => hold.holdId),
  ])
}

async function writeBalances(client: pg.ClientBase, changes: Changes): Promise<void> {
  const balances = [...changes.balances.values()]
  await runOver(
    client,
    'balance-upsert',
    `insert into exchange.balance (account_id, currency_id, available, held, claim, seq)
     select * from unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[],
       $6::bigint[])
     on conflict (account_id, currency_id) do update set available = excluded.available,
       held = excluded.held, claim = excluded.claim, seq = excluded.seq`,
    [
      balances.map((balance) => balance.accountId),
      balances.map((balance) => balance.currencyId),
      balances.map((balance) => balance.available),
      balances.map((balance) => balance.held),
      balances.map((balance) => balance.claim),
      balances.map((balance) => balance.seq),
    ],
  )
}

async function writeCandles(client: pg.ClientBase, changes: Changes): Promise<void> {
  const candles = [...changes.candles.values()]
  await runOver(
    client,
    'candle-upsert',
    `insert into exchange.candle as k
      (market_id, width, open_ms, open, high, low, close, volume, volume_quote, trades)
     select * from unnest($1::int[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[],
       $6::bigint[], $7::bigint[], $8::bigint[], $9::numeric[], $10::int[])
     on conflict (market_id, width, open_ms) do update set high = greatest(k.high, excluded.high),
       low = least(k.low, excluded.low), close = excluded.close,
       volume = k.volume + excluded.volume, volume_quote = k.volume_quote + excluded.volume_quote,
       trades = k.trades + excluded.trades`,
    [
      candles.map((candle) => candle.marketId),
      candles.map((candle) => candle.width),
      candles.map((candle) => candle.openMs),
      candles.map((candle) => candle.open),
      candles.map((candle) => candle.high),
      candles.map((candle) => candle.low),
      candles.map((candle) => candle.close),
      candles.map((candle) => candle.volume),
      candles.map((candle) => candle.volumeQuote.toString()),
      candles.map((candle) => candle.trades),
    ],
  )
}

async function writeMarkets(client: pg.ClientBase, changes: Changes): Promise<void> {
  const markets = [...changes.markets]
  await runOver(
    client,
    'market-last',
    `update exchange.market m set last_price = c.price, trade_count = c.count
     from unnest($1::int[], $2::bigint[], $3::bigint[]) as c(id, price, count) where m.id = c.id`,
    [
      markets.map(([marketId]) => marketId),
      markets.map(([, market]) => market.lastPrice),
      markets.map(([, market]) => market.tradeCount),
    ],
  )
}

async function writeAnswers(client: pg.ClientBase, { answers }: Changes): Promise<void> {
  await runOver(
    client,
    'answer-insert',
    `insert into exchange.command_answer (scope, id, body, seq, time_ms, events)
     select * from unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::bigint[], $5::bigint[],
       $6::bytea[])`,
    [
      answers.map((answer) => answer.id.scope),
      answers.map((answer) => wordBytes(answer.id.words)),
      answers.map((answer) => wordBytes(answer.id.body)),
      answers.map((answer) => answer.seq),
      answers.map((answer) => answer.timeMs),
      answers.map((answer) => encodeAnswer(answer.events)),
    ],
  )
}

/** Unsigned 32-bit words as bytes, highest first. */
export function wordBytes(words: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(words.length * 4)
  for (const [place, word] of words.entries()) bytes.writeUInt32BE(word, place * 4)
  return bytes
}

/** The words of bytes written by `wordBytes`. */
export function bytesToWords(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readUInt32BE(place * 4))
}

async function writeListing(client: pg.ClientBase, event: ListingEvent): Promise<void> {
  switch (event.kind) {
    case 'currency_listed':
      await client.query(
        'insert into exchange.currency (id, code, decimals, supply_max) values ($1, $2, $3, $4)',
        [event.currencyId, event.code, event.decimals, event.supplyMax],
      )
      return
    case 'market_set':
      await client.query(
        `insert into exchange.market
          (id, symbol, base_id, quote_id, tick, lot, notional_min, quantity_max, price_min, price_max,
           reference_price, buy_band_ppm, sell_band_ppm, open_orders_max, state, last_price,
           trade_count)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'halted', null, 0)
         on conflict (id) do update set tick = $5, lot = $6, notional_min = $7, quantity_max = $8,
           price_min = $9, price_max = $10, reference_price = $11, buy_band_ppm = $12,
           sell_band_ppm = $13, open_orders_max = $14`,
        [
          event.marketId,
          event.symbol,
          event.baseId,
          event.quoteId,
          event.tick,
          event.lot,
          event.notionalMin,
          event.quantityMax,
          event.priceMin,
          event.priceMax,
          event.referencePrice,
          event.buyBandPpm,
          event.sellBandPpm,
          event.openOrdersMax,
        ],
      )
      return
    case 'market_state_set':
      await client.query('update exchange.market set state = $2 where id = $1', [
        event.marketId,
        event.state,
      ])
      return
    case 'schedule_set':
      await client.query(
        `insert into exchange.charge_schedule
          (id, market_id, charge_kind, payer, base, rate_ppm, from_ms)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (id) do update set market_id = $2, charge_kind = $3, payer = $4, base = $5,
           rate_ppm = $6, from_ms = $7`,
        [
          event.scheduleId,
          event.marketId,
          event.chargeKind,
          event.payer,
          event.base,
          event.ratePpm,
          event.from,
        ],
      )
      return
    case 'account_suspended':
      await client.query(
        'insert into exchange.suspended_account values ($1) on conflict do nothing',
        [event.accountId],
      )
      return
    case 'account_resumed':
      await client.query('delete from exchange.suspended_account where account_id = $1', [
        event.accountId,
      ])
  }
}
