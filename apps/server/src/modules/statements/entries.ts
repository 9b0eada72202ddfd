/**
 * SQL for the entries of one account: the same as the ledger's view (migration 0001), but found through the
 * account's own orders and transfers. The view would read every trade of all users. An index of trades by
 * account would make each trade of the market makers more expensive.
 */
import { houseAccounts } from '@tukar/core'
import type { StatementKind } from '@tukar/wire'
import { bankFeesText } from '../wallets/index.ts'

/** The kind of line for a transfer's reason; any other reason is an adjustment, or a bonus by its source. */
const kindByReason: Readonly<Record<string, StatementKind>> = {
  deposit: 'deposit',
  deposit_reversed: 'deposit',
  withdrawal: 'withdrawal',
  withdrawal_reversed: 'withdrawal',
  withdrawal_fee: 'fee',
  withdrawal_fee_reversed: 'fee',
  withdrawal_bank_fee: 'fee',
  withdrawal_bank_fee_reversed: 'fee',
  bonus: 'bonus',
}

const kindOfTransfer = `case ${Object.entries(kindByReason)
  .map(([reason, kind]) => `when p.reason = '${reason}' then '${kind}'`)
  .join(' ')} when t.from_account_id = ${houseAccounts.bonus} then 'bonus' else 'adjustment' end`

/**
 * The account's orders with fills that may lie in the period: every fill of an order lies between its
 * creation and its last update. Closed orders are ranges of their index, by market and side.
 */
const ownOrders = `
  select id, side, market_id from exchange.orders
  where account_id = $1 and status = 'open' and fill_count > 0 and updated_ms >= $2
  union all
  select stretch.id, sides.side, m.id from exchange.market m
  cross join (values ('buy'), ('sell')) as sides (side)
  cross join lateral (
    select id from exchange.orders
    where account_id = $1 and status <> 'open' and market_id = m.id and side = sides.side
      and updated_ms >= $2 and created_ms < $3 and fill_count > 0
  ) stretch`

// The offset keeps the planner from joining all trades at once: the trades of each order are found by its id.
const ownTrades = `
  select own.id as order_id, own.side, t.*, m.symbol, m.base_id, m.quote_id
  from own
  cross join lateral (
    select * from exchange.trade where maker_order_id = own.id
    union all select * from exchange.trade where taker_order_id = own.id
    offset 0
  ) t
  join exchange.market m on m.id = t.market_id
  where t.time_ms >= $2 and t.time_ms < $3 and t.seq <= $4`

const tradeParts = `
  select f.seq, 1 as rank, f.no, p.part, f.time_ms, p.currency_id, p.amount, p.kind, p.reason,
    'order:' || f.order_id as source, f.symbol as pair
  from filled f cross join lateral (
    select 0 as part, f.base_id as currency_id,
      case f.side when 'buy' then f.quantity else -f.quantity end as amount,
      'trade' as kind, f.side as reason
    union all
    select 1, f.quote_id, case f.side when 'buy' then -f.quote else f.quote end, 'trade', f.side
    union all
    -- A side is charged in what it receives.
    select 2 + i, case f.side when 'buy' then f.base_id else f.quote_id end, -f.charges[i + 2],
      (array['fee', 'bourse', 'tax', 'tax'])[f.charges[i + 1] + 1],
      (array['trading_fee', 'bourse', 'vat', 'income_tax'])[f.charges[i + 1] + 1]
    from generate_series(1, cardinality(f.charges), 5) as i
    where f.charges[i] = case f.side when 'buy' then 0 else 1 end
  ) p
  where p.amount <> 0`

/**
 * A payout and the bank's charge for it leave over the same rail as one transfer; a statement shows them as
 * two lines, like the list of withdrawals.
 */
const transferOf = (account: string, sign: string) => `
  select t.seq, 0, t.no, p.part, t.time_ms, t.currency_id, ${sign}p.amount, ${kindOfTransfer},
    p.reason, t.source, null
  from exchange.transfer t
  left join bank_fee b on b.source = t.source and b.moved = t.amount
    and t.reason in ('withdrawal', 'withdrawal_reversed')
  cross join lateral (
    select 0 as part, t.amount - coalesce(b.fee, 0) as amount, t.reason
    union all
    select 1, b.fee, replace(t.reason, 'withdrawal', 'withdrawal_bank_fee') where b.fee is not null
  ) p
  where t.${account} = $1 and t.from_account_id <> t.to_account_id
    and t.time_ms >= $2 and t.time_ms < $3 and t.seq <= $4`

/**
 * Common table expressions that end in `entry`. Parameters: $1 the account, $2 and $3 the period in
 * milliseconds (the end not included), $4 the last command that counts.
 */
export const entries = `
  own as (${ownOrders}),
  bank_fee as (${bankFeesText}),
  filled as (${ownTrades}),
  entry as (${tradeParts}
    union all ${transferOf('from_account_id', '-')}
    union all ${transferOf('to_account_id', '')})`
