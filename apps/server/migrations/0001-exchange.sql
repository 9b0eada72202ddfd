-- The exchange: journal, restart tables and projections. Only the engine writes here; modules read.
-- Amounts are integers in units (ADR 0001), ids are integers below 2^53, seq is a command's number.
create schema exchange;

-- One row a committed batch. The primary key is also the fence: an older writer collides (R-62).
create table exchange.journal (
  row_no      bigint primary key,
  epoch       bigint not null,
  first_seq   bigint not null,
  last_seq    bigint not null,
  time_ms     bigint not null,
  rules       integer not null,
  commands    bytea not null,
  events      bytea not null,
  hash        bytea not null check (length(hash) = 8)
);
create unique index journal_last_seq on exchange.journal (last_seq);
-- Compressing what is packed already costs the writer more than it saves.
alter table exchange.journal alter column commands set storage external;
alter table exchange.journal alter column events set storage external;

-- A single row: how far the tables below are written, and the core's counters as of that row.
create table exchange.watermark (
  one           boolean primary key default true check (one),
  -- The writer that may move it: raised by each new one before it reads the tables (R-62).
  writer_epoch  bigint not null,
  row_no        bigint not null,
  epoch         bigint not null,
  seq           bigint not null,
  time_ms       bigint not null,
  last_order_id bigint not null,
  last_hold_id  bigint not null,
  forgotten_at  bigint not null,
  hash          bytea not null check (length(hash) = 8)
);
insert into exchange.watermark
  (writer_epoch, row_no, epoch, seq, time_ms, last_order_id, last_hold_id, forgotten_at, hash)
  values (0, 0, 0, 0, 0, 0, 0, 0, '\x0000000000000000');

-- Who writes; renewed each second, taken over when it lapses.
create table exchange.lease (
  one        boolean primary key default true check (one),
  holder     text not null,
  expires_at timestamptz not null
);

create table exchange.currency (
  id         integer primary key,
  code       text not null unique,
  decimals   integer not null,
  supply_max bigint not null
);

create table exchange.market (
  id              integer primary key,
  symbol          text not null unique,
  base_id         integer not null references exchange.currency,
  quote_id        integer not null references exchange.currency,
  tick            bigint not null,
  lot             bigint not null,
  notional_min    bigint not null,
  quantity_max    bigint not null,
  price_min       bigint not null,
  price_max       bigint not null,
  reference_price bigint not null,
  buy_band_ppm    integer not null,
  sell_band_ppm   integer not null,
  open_orders_max integer not null,
  state           text not null check (state in ('open', 'cancel_only', 'halted')),
  last_price      bigint,
  trade_count     bigint not null
);

create table exchange.charge_schedule (
  id          integer primary key,
  market_id   integer not null references exchange.market,
  charge_kind text not null,
  payer       text not null,
  base        text not null,
  rate_ppm    integer not null,
  from_ms     bigint not null
);

create table exchange.suspended_account (account_id bigint primary key);

-- What each account has. available and held are never negative for users, claim is never positive.
create table exchange.balance (
  account_id  bigint not null,
  currency_id integer not null,
  available   bigint not null,
  held        bigint not null check (held >= 0),
  claim       bigint not null check (claim <= 0),
  seq         bigint not null,
  primary key (account_id, currency_id),
  check (account_id between 100 and 199 or available >= 0),
  check (account_id not between 100 and 199 or available <= 0)
);

-- Every order that matters to somebody: all of users, and of house traders those open or filled.
create table exchange.orders (
  id            bigint primary key,
  account_id    bigint not null,
  market_id     integer not null,
  side          text not null check (side in ('buy', 'sell')),
  price         bigint not null,
  quantity      bigint not null,
  remaining     bigint not null check (remaining >= 0),
  time_in_force text not null,
  post_only     boolean not null,
  -- open: rests in the book. filled, canceled: ended.
  status        text not null check (status in ('open', 'filled', 'canceled')),
  close_reason  text,
  fill_count    integer not null,
  -- Sums over its fills, in units: base and quote before charges, and what arrived after them.
  filled_quote  bigint not null,
  received      bigint not null,
  created_seq   bigint not null,
  created_ms    bigint not null,
  updated_seq   bigint not null,
  updated_ms    bigint not null
);
create index orders_open on exchange.orders (id) where status = 'open';
create index orders_by_account on exchange.orders (account_id, updated_ms desc, id desc);
create index orders_by_account_market on exchange.orders (account_id, market_id, updated_ms desc, id desc);

-- One row a trade, with all its charges: the ledger of trades is a view over it (R-63).
create table exchange.trade (
  market_id        integer not null,
  no               bigint not null,
  seq              bigint not null,
  time_ms          bigint not null,
  price            bigint not null,
  quantity         bigint not null,
  quote            bigint not null,
  taker_side       text not null,
  maker_order_id   bigint not null,
  taker_order_id   bigint not null,
  maker_account_id bigint not null,
  taker_account_id bigint not null,
  buyer_refund     bigint not null,
  -- Charges, five numbers each: side (0 buy, 1 sell), kind (0 fee, 1 bourse, 2 vat, 3 income tax),
  -- amount, rate in ppm, schedule.
  charges          bigint[] not null,
  base_tax_rupiah  bigint,
  quote_tax_rupiah bigint,
  primary key (market_id, no)
);
create index trade_by_maker_order on exchange.trade (maker_order_id);
create index trade_by_taker_order on exchange.trade (taker_order_id);
create index trade_by_time on exchange.trade (market_id, time_ms);

-- Money that no trade explains.
create table exchange.transfer (
  seq             bigint not null,
  no              integer not null,
  time_ms         bigint not null,
  command_kind    text not null,
  currency_id     integer not null,
  amount          bigint not null check (amount > 0),
  from_account_id bigint not null,
  from_bucket     text not null,
  to_account_id   bigint not null,
  to_bucket       text not null,
  reason          text not null,
  source          text not null,
  suspended       boolean not null,
  primary key (seq, no)
);
create index transfer_from on exchange.transfer (from_account_id, seq desc);
create index transfer_to on exchange.transfer (to_account_id, seq desc);

create table exchange.hold (
  id          bigint primary key,
  account_id  bigint not null,
  currency_id integer not null,
  remaining   bigint not null check (remaining >= 0),
  source      text not null
);

-- What was answered to each command id, for seven days and at least the last 2^20 (R-12).
create table exchange.command_answer (
  scope      bigint not null,
  id         bytea not null check (length(id) = 16),
  body       bytea not null check (length(body) = 8),
  seq        bigint not null unique,
  time_ms    bigint not null,
  -- The command's own events, encoded as in the journal.
  events     bytea not null,
  -- Ids begin with their time, so that new ones stand side by side.
  primary key (id, scope)
);

-- Commands that broke the core, kept with their bytes (R-65).
create table exchange.poisoned_command (
  id       bigint generated always as identity primary key,
  at       timestamptz not null default now(),
  command  bytea not null,
  error    text not null
);

-- One-minute candles from trades, kept for ever; hours and days (00:00 WIB) are rolled up from them.
create table exchange.candle (
  market_id   integer not null,
  -- '1m', '1h', '1d'
  width       text not null,
  open_ms     bigint not null,
  open        bigint not null,
  high        bigint not null,
  low         bigint not null,
  close       bigint not null,
  volume      bigint not null,
  volume_quote numeric(30, 0) not null,
  trades      integer not null,
  primary key (market_id, width, open_ms)
);

-- Double entry, made of trades and transfers (R-63): what each account gained or lost of a currency, over
-- all its buckets. Per currency all entries sum to zero, per account they sum to its balance.
create view exchange.ledger_entry (seq, time_ms, account_id, currency_id, amount, cause) as
  with filled as (
    select t.seq, t.time_ms, t.quantity, t.quote, t.charges, m.base_id, m.quote_id,
      case t.taker_side when 'buy' then t.taker_account_id else t.maker_account_id end as buyer_id,
      case t.taker_side when 'buy' then t.maker_account_id else t.taker_account_id end as seller_id
    from exchange.trade t join exchange.market m on m.id = t.market_id
  ), charged as (
    select f.seq, f.time_ms, f.charges[i + 2] as amount,
      case f.charges[i] when 0 then f.buyer_id else f.seller_id end as payer_id,
      -- A side is charged in what it receives; kinds 0 to 3 go to the house accounts 1 to 4.
      case f.charges[i] when 0 then f.base_id else f.quote_id end as currency_id,
      f.charges[i + 1] + 1 as house_id
    from filled f, lateral generate_series(1, cardinality(f.charges), 5) as i
  )
  select seq, time_ms, from_account_id, currency_id, -amount, command_kind from exchange.transfer
    where from_account_id <> to_account_id
  union all select seq, time_ms, to_account_id, currency_id, amount, command_kind
    from exchange.transfer where from_account_id <> to_account_id
  union all select seq, time_ms, buyer_id, base_id, quantity, 'trade' from filled
  union all select seq, time_ms, seller_id, base_id, -quantity, 'trade' from filled
  union all select seq, time_ms, seller_id, quote_id, quote, 'trade' from filled
  union all select seq, time_ms, buyer_id, quote_id, -quote, 'trade' from filled
  union all select seq, time_ms, payer_id, currency_id, -amount, 'charge' from charged
  union all select seq, time_ms, house_id, currency_id, amount, 'charge' from charged;
