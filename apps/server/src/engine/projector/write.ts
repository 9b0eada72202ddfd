/**
 * Writes folded changes to the tables: each table at most one or two statements, whatever the number of
 * rows. Runs inside the projector's transaction.
 */
import type pg from 'pg'
import { wordBytes } from '../words.ts'
import { type Changes, flatCharges, isHouseTrader, type OrderChange } from './changes.ts'
import { bigints, booleans, byteStrings, integers, texts } from './columns.ts'
import { runOver } from './statement.ts'
import { writeListing } from './write-listing.ts'

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
      bigints(orders.map((order) => order.orderId)),
      bigints(orders.map((order) => order.accepted.accountId)),
      integers(orders.map((order) => order.accepted.marketId)),
      texts(orders.map((order) => order.accepted.side)),
      bigints(orders.map((order) => order.accepted.price)),
      bigints(orders.map((order) => order.accepted.quantity)),
      bigints(orders.map((order) => order.remaining)),
      texts(orders.map((order) => order.accepted.timeInForce)),
      booleans(orders.map((order) => order.accepted.postOnly)),
      texts(orders.map((order) => order.status)),
      texts(orders.map((order) => order.closeReason)),
      integers(orders.map((order) => order.fillCount)),
      bigints(orders.map((order) => order.filledQuote)),
      bigints(orders.map((order) => order.received)),
      bigints(orders.map((order) => order.accepted.seq)),
      bigints(orders.map((order) => order.accepted.timeMs)),
      bigints(orders.map((order) => order.updated.seq)),
      bigints(orders.map((order) => order.updated.timeMs)),
    ],
  )
}

/** A house trader's order that came and went unfilled. */
function leavesNoRow(order: OrderChange): boolean {
  const { accepted, fillCount, status } = order
  const isEnded = fillCount === 0 && status !== 'open'
  return isEnded && accepted !== null && isHouseTrader(order.accountId)
}

async function writeOrderUpdates(client: pg.ClientBase, changes: Changes): Promise<void> {
  const orders = [...changes.orders.values()].filter((order) => order.accepted === null)
  const unfilled = orders.filter(
    ({ accountId, status, fillCount }) =>
      fillCount === 0 && status === 'canceled' && isHouseTrader(accountId),
  )
  await runOver(
    client,
    'orders-forget',
    'delete from exchange.orders where id = any($1::bigint[]) and fill_count = 0',
    [bigints(unfilled.map((order) => order.orderId))],
  )
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
      bigints(orders.map((order) => order.orderId)),
      bigints(orders.map((order) => order.remaining)),
      texts(orders.map((order) => order.status)),
      texts(orders.map((order) => order.closeReason)),
      integers(orders.map((order) => order.fillCount)),
      bigints(orders.map((order) => order.filledQuote)),
      bigints(orders.map((order) => order.received)),
      bigints(orders.map((order) => order.updated.seq)),
      bigints(orders.map((order) => order.updated.timeMs)),
    ],
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
      integers(trades.map((trade) => trade.marketId)),
      bigints(trades.map((trade) => trade.no)),
      bigints(trades.map((trade) => trade.seq)),
      bigints(trades.map((trade) => trade.timeMs)),
      bigints(trades.map((trade) => trade.price)),
      bigints(trades.map((trade) => trade.quantity)),
      bigints(trades.map((trade) => trade.quote)),
      texts(trades.map((trade) => trade.takerSide)),
      bigints(trades.map((trade) => trade.makerOrderId)),
      bigints(trades.map((trade) => trade.takerOrderId)),
      bigints(trades.map((trade) => trade.makerAccountId)),
      bigints(trades.map((trade) => trade.takerAccountId)),
      bigints(trades.map((trade) => trade.buyerRefund)),
      texts(trades.map((trade) => `{${flatCharges(trade).join(',')}}`)),
      bigints(trades.map((trade) => trade.baseTaxRupiah)),
      bigints(trades.map((trade) => trade.quoteTaxRupiah)),
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
      bigints(transfers.map((transfer) => transfer.seq)),
      integers(transfers.map((transfer) => transfer.no)),
      bigints(transfers.map((transfer) => transfer.timeMs)),
      texts(transfers.map((transfer) => transfer.commandKind)),
      integers(transfers.map((transfer) => transfer.currencyId)),
      bigints(transfers.map((transfer) => transfer.amount)),
      bigints(transfers.map((transfer) => transfer.fromAccountId)),
      texts(transfers.map((transfer) => transfer.fromBucket)),
      bigints(transfers.map((transfer) => transfer.toAccountId)),
      texts(transfers.map((transfer) => transfer.toBucket)),
      texts(transfers.map((transfer) => transfer.reason)),
      texts(transfers.map((transfer) => transfer.source)),
      booleans(transfers.map((transfer) => transfer.suspended)),
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
      bigints(open.map((hold) => hold.holdId)),
      bigints(open.map((hold) => hold.accountId)),
      integers(open.map((hold) => hold.currencyId)),
      bigints(open.map((hold) => hold.remaining)),
      texts(open.map((hold) => hold.source)),
    ],
  )
  await runOver(client, 'hold-delete', 'delete from exchange.hold where id = any($1::bigint[])', [
    bigints(ended.map((hold) => hold.holdId)),
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
      bigints(balances.map((balance) => balance.accountId)),
      integers(balances.map((balance) => balance.currencyId)),
      bigints(balances.map((balance) => balance.available)),
      bigints(balances.map((balance) => balance.held)),
      bigints(balances.map((balance) => balance.claim)),
      bigints(balances.map((balance) => balance.seq)),
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
     select a, b, c, d, e, f, g, h, i::numeric, j from
       unnest($1::int[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
       $7::bigint[], $8::bigint[], $9::text[], $10::int[]) as t(a, b, c, d, e, f, g, h, i, j)
     on conflict (market_id, width, open_ms) do update set high = greatest(k.high, excluded.high),
       low = least(k.low, excluded.low), close = excluded.close,
       volume = k.volume + excluded.volume, volume_quote = k.volume_quote + excluded.volume_quote,
       trades = k.trades + excluded.trades`,
    [
      integers(candles.map((candle) => candle.marketId)),
      texts(candles.map((candle) => candle.width)),
      bigints(candles.map((candle) => candle.openMs)),
      bigints(candles.map((candle) => candle.open)),
      bigints(candles.map((candle) => candle.high)),
      bigints(candles.map((candle) => candle.low)),
      bigints(candles.map((candle) => candle.close)),
      bigints(candles.map((candle) => candle.volume)),
      texts(candles.map((candle) => candle.volumeQuote.toString())),
      integers(candles.map((candle) => candle.trades)),
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
      integers(markets.map(([marketId]) => marketId)),
      bigints(markets.map(([, market]) => market.lastPrice)),
      bigints(markets.map(([, market]) => market.tradeCount)),
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
      bigints(answers.map((answer) => answer.id.scope)),
      byteStrings(answers.map((answer) => wordBytes(answer.id.words))),
      byteStrings(answers.map((answer) => wordBytes(answer.id.body))),
      bigints(answers.map((answer) => answer.seq)),
      bigints(answers.map((answer) => answer.timeMs)),
      byteStrings(answers.map((answer) => answer.events)),
    ],
  )
}
