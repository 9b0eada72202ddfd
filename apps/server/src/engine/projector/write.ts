/**
 * Writes merged changes to the tables: at most one or two statements per table, regardless of the number of
 * rows. Runs inside the projector's transaction.
 */
import type { OrderAccepted } from '@tukar/core'
import type pg from 'pg'
import { type Changes, flatCharges, isMarketMaker, type OrderChange } from './changes.ts'
import { bigints, booleans, integers, stretches, texts, wordStrings } from './columns.ts'
import { runOver } from './statement.ts'
import { writeListing } from './write-listing.ts'

/**
 * Writes everything but the watermark. All statements are sent at once and awaited together, so that after a
 * failure none is still queued that would run after the rollback.
 *
 * @param client a pipelined connection
 */
export async function writeChanges(client: pg.ClientBase, changes: Changes): Promise<void> {
  await Promise.all([
    ...changes.listing.map((event) => writeListing(client, event)),
    writeNewOrders(client, changes),
    ...writeOrderUpdates(client, changes),
    writeTrades(client, changes),
    writeTransfers(client, changes),
    ...writeHolds(client, changes),
    writeBalances(client, changes),
    writeCandles(client, changes),
    writeMarkets(client, changes),
    writeAnswers(client, changes),
  ])
}

async function writeNewOrders(client: pg.ClientBase, changes: Changes): Promise<void> {
  const orders = [...changes.orders.values()].filter(isNew).filter((order) => !leavesNoRow(order))
  await runOver(
    client,
    {
      name: 'orders-insert',
      text: `insert into exchange.orders
      (id, account_id, market_id, side, price, quantity, remaining, time_in_force, post_only, status,
       close_reason, fill_count, filled_quote, received, created_seq, created_ms, updated_seq,
       updated_ms)
     select * from unnest($1::bigint[], $2::bigint[], $3::int[], $4::text[], $5::bigint[],
       $6::bigint[], $7::bigint[], $8::text[], $9::boolean[], $10::text[], $11::text[], $12::int[],
       $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[])`,
    },
    orders,
    (rows) => [
      bigints(rows, (order) => order.orderId),
      bigints(rows, (order) => order.accepted.accountId),
      integers(rows, (order) => order.accepted.marketId),
      texts(rows, (order) => order.accepted.side),
      bigints(rows, (order) => order.accepted.price),
      bigints(rows, (order) => order.accepted.quantity),
      bigints(rows, (order) => order.remaining),
      texts(rows, (order) => order.accepted.timeInForce),
      booleans(rows, (order) => order.accepted.postOnly),
      texts(rows, (order) => order.status),
      texts(rows, (order) => order.closeReason),
      integers(rows, (order) => order.fillCount),
      bigints(rows, (order) => order.filledQuote),
      bigints(rows, (order) => order.received),
      bigints(rows, (order) => order.created.seq),
      bigints(rows, (order) => order.created.timeMs),
      bigints(rows, (order) => order.updated.seq),
      bigints(rows, (order) => order.updated.timeMs),
    ],
  )
}

/** A market maker's order that was placed and closed unfilled. */
function leavesNoRow({ accountId, fillCount, status }: NewOrder): boolean {
  return fillCount === 0 && status !== 'open' && isMarketMaker(accountId)
}

type NewOrder = OrderChange & { readonly accepted: OrderAccepted }

function isNew(order: OrderChange): order is NewOrder {
  return order.accepted !== null
}

function writeOrderUpdates(client: pg.ClientBase, changes: Changes): Promise<void>[] {
  const orders = [...changes.orders.values()].filter((order) => !isNew(order))
  const unfilled = orders.filter(
    ({ accountId, status, fillCount }) =>
      fillCount === 0 && status === 'canceled' && isMarketMaker(accountId),
  )
  const forgotten = runOver(
    client,
    {
      name: 'orders-forget',
      text: 'delete from exchange.orders where id = any($1::bigint[]) and fill_count = 0',
    },
    unfilled,
    (rows) => [bigints(rows, (order) => order.orderId)],
  )
  const updated = runOver(
    client,
    {
      name: 'orders-update',
      text: `update exchange.orders o set remaining = c.remaining, status = c.status,
       close_reason = c.close_reason, fill_count = o.fill_count + c.fill_count,
       filled_quote = o.filled_quote + c.filled_quote, received = o.received + c.received,
       updated_seq = c.seq, updated_ms = c.ms
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::int[], $6::bigint[],
       $7::bigint[], $8::bigint[], $9::bigint[])
       as c(id, remaining, status, close_reason, fill_count, filled_quote, received, seq, ms)
     where o.id = c.id`,
    },
    orders,
    (rows) => [
      bigints(rows, (order) => order.orderId),
      bigints(rows, (order) => order.remaining),
      texts(rows, (order) => order.status),
      texts(rows, (order) => order.closeReason),
      integers(rows, (order) => order.fillCount),
      bigints(rows, (order) => order.filledQuote),
      bigints(rows, (order) => order.received),
      bigints(rows, (order) => order.updated.seq),
      bigints(rows, (order) => order.updated.timeMs),
    ],
  )
  return [forgotten, updated]
}

async function writeTrades(client: pg.ClientBase, { trades }: Changes): Promise<void> {
  await runOver(
    client,
    {
      name: 'trade-insert',
      text: `insert into exchange.trade
      (market_id, no, seq, time_ms, price, quantity, quote, taker_side, maker_order_id,
       taker_order_id, maker_account_id, taker_account_id, buyer_refund, charges, base_tax_rupiah,
       quote_tax_rupiah)
     select a, b, c, d, e, f, g, h, i, j, k, l, m, n::bigint[], o, p from
       unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
       $7::bigint[], $8::text[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[],
       $13::bigint[], $14::text[], $15::bigint[], $16::bigint[])
       as t(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)`,
    },
    trades,
    (rows) => [
      integers(rows, (trade) => trade.marketId),
      bigints(rows, (trade) => trade.no),
      bigints(rows, (trade) => trade.seq),
      bigints(rows, (trade) => trade.timeMs),
      bigints(rows, (trade) => trade.price),
      bigints(rows, (trade) => trade.quantity),
      bigints(rows, (trade) => trade.quote),
      texts(rows, (trade) => trade.takerSide),
      bigints(rows, (trade) => trade.makerOrderId),
      bigints(rows, (trade) => trade.takerOrderId),
      bigints(rows, (trade) => trade.makerAccountId),
      bigints(rows, (trade) => trade.takerAccountId),
      bigints(rows, (trade) => trade.buyerRefund),
      texts(rows, (trade) => `{${flatCharges(trade).join(',')}}`),
      bigints(rows, (trade) => trade.baseTaxRupiah),
      bigints(rows, (trade) => trade.quoteTaxRupiah),
    ],
  )
}

async function writeTransfers(client: pg.ClientBase, { transfers }: Changes): Promise<void> {
  await runOver(
    client,
    {
      name: 'transfer-insert',
      text: `insert into exchange.transfer
      (seq, no, time_ms, command_kind, currency_id, amount, from_account_id, from_bucket,
       to_account_id, to_bucket, reason, source, suspended)
     select * from unnest($1::bigint[], $2::int[], $3::bigint[], $4::text[], $5::int[], $6::bigint[],
       $7::bigint[], $8::text[], $9::bigint[], $10::text[], $11::text[], $12::text[],
       $13::boolean[])`,
    },
    transfers,
    (rows) => [
      bigints(rows, (transfer) => transfer.seq),
      integers(rows, (transfer) => transfer.no),
      bigints(rows, (transfer) => transfer.timeMs),
      texts(rows, (transfer) => transfer.commandKind),
      integers(rows, (transfer) => transfer.currencyId),
      bigints(rows, (transfer) => transfer.amount),
      bigints(rows, (transfer) => transfer.fromAccountId),
      texts(rows, (transfer) => transfer.fromBucket),
      bigints(rows, (transfer) => transfer.toAccountId),
      texts(rows, (transfer) => transfer.toBucket),
      texts(rows, (transfer) => transfer.reason),
      texts(rows, (transfer) => transfer.source),
      booleans(rows, (transfer) => transfer.suspended),
    ],
  )
}

function writeHolds(client: pg.ClientBase, changes: Changes): Promise<void>[] {
  const holds = [...changes.holds.values()]
  const open = holds.filter((hold) => hold.remaining > 0)
  const ended = holds.filter((hold) => hold.remaining === 0)
  const set = runOver(
    client,
    {
      name: 'hold-upsert',
      text: `insert into exchange.hold (id, account_id, currency_id, remaining, source)
     select * from unnest($1::bigint[], $2::bigint[], $3::int[], $4::bigint[], $5::text[])
     on conflict (id) do update set remaining = excluded.remaining`,
    },
    open,
    (rows) => [
      bigints(rows, (hold) => hold.holdId),
      bigints(rows, (hold) => hold.accountId),
      integers(rows, (hold) => hold.currencyId),
      bigints(rows, (hold) => hold.remaining),
      texts(rows, (hold) => hold.source),
    ],
  )
  const deleted = runOver(
    client,
    { name: 'hold-delete', text: 'delete from exchange.hold where id = any($1::bigint[])' },
    ended,
    (rows) => [bigints(rows, (hold) => hold.holdId)],
  )
  return [set, deleted]
}

async function writeBalances(client: pg.ClientBase, changes: Changes): Promise<void> {
  const balances = [...changes.balances.values()].flatMap((byAccount) => [...byAccount.values()])
  // Not an upsert, which locks each row and logs that: no other session writes this table.
  await runOver(
    client,
    {
      name: 'balance-merge',
      text: `merge into exchange.balance b
     using unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
       as c(account_id, currency_id, available, held, claim, seq)
     on b.account_id = c.account_id and b.currency_id = c.currency_id
     when matched then update set available = c.available, held = c.held, claim = c.claim, seq = c.seq
     when not matched then insert (account_id, currency_id, available, held, claim, seq)
       values (c.account_id, c.currency_id, c.available, c.held, c.claim, c.seq)`,
    },
    balances,
    (rows) => [
      bigints(rows, (balance) => balance.change.accountId),
      integers(rows, (balance) => balance.change.currencyId),
      bigints(rows, (balance) => balance.change.available),
      bigints(rows, (balance) => balance.change.held),
      bigints(rows, (balance) => balance.change.claim),
      bigints(rows, (balance) => balance.seq),
    ],
  )
}

async function writeCandles(client: pg.ClientBase, changes: Changes): Promise<void> {
  const candles = [...changes.candles.values()]
  await runOver(
    client,
    {
      name: 'candle-upsert',
      text: `insert into exchange.candle as k
      (market_id, width, open_ms, open, high, low, close, volume, volume_quote, trades)
     select a, b, c, d, e, f, g, h::bigint, i::numeric, j from
       unnest($1::int[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
       $7::bigint[], $8::text[], $9::text[], $10::int[]) as t(a, b, c, d, e, f, g, h, i, j)
     on conflict (market_id, width, open_ms) do update set high = greatest(k.high, excluded.high),
       low = least(k.low, excluded.low), close = excluded.close,
       volume = k.volume + excluded.volume, volume_quote = k.volume_quote + excluded.volume_quote,
       trades = k.trades + excluded.trades`,
    },
    candles,
    (rows) => [
      integers(rows, (candle) => candle.marketId),
      texts(rows, (candle) => candle.width),
      bigints(rows, (candle) => candle.openMs),
      bigints(rows, (candle) => candle.open),
      bigints(rows, (candle) => candle.high),
      bigints(rows, (candle) => candle.low),
      bigints(rows, (candle) => candle.close),
      texts(rows, (candle) => candle.volume.toString()),
      texts(rows, (candle) => candle.volumeQuote.toString()),
      integers(rows, (candle) => candle.trades),
    ],
  )
}

async function writeMarkets(client: pg.ClientBase, changes: Changes): Promise<void> {
  const markets = [...changes.markets]
  await runOver(
    client,
    {
      name: 'market-last',
      text: `update exchange.market m set last_price = c.price, trade_count = c.count
     from unnest($1::int[], $2::bigint[], $3::bigint[]) as c(id, price, count) where m.id = c.id`,
    },
    markets,
    (rows) => [
      integers(rows, ([marketId]) => marketId),
      bigints(rows, ([, market]) => market.lastPrice),
      bigints(rows, ([, market]) => market.tradeCount),
    ],
  )
}

async function writeAnswers(client: pg.ClientBase, { answers }: Changes): Promise<void> {
  await runOver(
    client,
    {
      name: 'answer-insert',
      text: `insert into exchange.command_answer (scope, id, body, seq, time_ms, events)
     select * from unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::bigint[], $5::bigint[],
       $6::bytea[])`,
    },
    answers,
    (rows) => [
      bigints(rows, (answer) => answer.id.scope),
      wordStrings(rows, 4, (answer) => answer.id.words),
      wordStrings(rows, 2, (answer) => answer.id.body),
      bigints(rows, (answer) => answer.stamp.seq),
      bigints(rows, (answer) => answer.stamp.timeMs),
      stretches(rows, (answer) => answer.events),
    ],
  )
}
