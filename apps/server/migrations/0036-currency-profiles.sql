-- How each currency is shown and handled: changed in the console while the exchange runs. What the core
-- decides by, its code and its decimals, stands in exchange.currency and never changes.
create schema markets;

create table markets.currency_profile (
  currency_id       integer primary key,
  symbol            text not null unique check (symbol ~ '^[A-Z0-9]{2,12}$'),
  name              text not null check (length(name) between 1 and 60),
  kind              text not null check (kind in ('fiat', 'bitcoin', 'evm_coin', 'evm_token')),
  -- Of the disc that stands for it.
  color             text not null check (color ~ '^#[0-9a-f]{6}$'),
  -- Decimal texts, so that none is rounded; of rupiah the fee is percent of the amount (IDRW-04).
  withdrawal_fee    text not null check (withdrawal_fee ~ '^\d{1,12}(\.\d{1,18})?$'),
  -- Null: as the settings say.
  deposit_min       text check (deposit_min ~ '^\d{1,12}(\.\d{1,18})?$'),
  -- Null: none.
  travel_rule_limit text check (travel_rule_limit ~ '^\d{1,12}(\.\d{1,18})?$'),
  is_shown          boolean not null default true,
  deposits_open     boolean not null default true,
  withdrawals_open  boolean not null default true,
  -- Rises with each change, so that nobody changes what he did not see.
  version           integer not null default 1,
  -- Of the change that listed it; null for what the exchange began with.
  change_id         bigint unique,
  -- Of the last change of it, so that the same is not made twice.
  changed_by        bigint
);

insert into markets.currency_profile
  (currency_id, symbol, name, kind, color, withdrawal_fee, travel_rule_limit)
values
  (1, 'IDR', 'Rupiah', 'fiat', '#c2343c', '0.05', null),
  (2, 'BTC', 'Bitcoin', 'bitcoin', '#d97a12', '0.0001', '0.01'),
  (3, 'ETH', 'Ethereum', 'evm_coin', '#4f63c4', '0.001', '0.3'),
  (4, 'BNB', 'BNB', 'evm_coin', '#a47a00', '0.002', '1'),
  (5, 'USDT', 'Tether USD', 'evm_token', '#16805f', '2', '1000');
