-- What chains cost the house, and the coins that it puts up itself, so that the books say what the chains have.

-- Network fees are booked once they are final: units of the chain's coin, rounded up, so that what is finer
-- stays on the chain as dust and the books never say more than the chain has.
alter table wallets.chain_transaction add column fee_units bigint check (fee_units > 0);
alter table wallets.chain_transaction add column fee_booked_at timestamptz;
alter table wallets.chain_transaction add column fee_attempts integer not null default 0;
alter table wallets.chain_transaction add constraint chain_transaction_fee_booked
  check (fee_booked_at is null or (fee_units is not null and fee_paid is not null));
create index chain_transaction_fee_due on wallets.chain_transaction (id)
  where state = 'final' and fee_paid > 0 and fee_booked_at is null;

-- Coins of the house's own at its hot wallets: in a simulation its chains' faucets lend them.
create table wallets.chain_reserve (
  id          bigint generated always as identity primary key,
  chain       text not null,
  currency_id integer not null,
  -- Null: the chain's own coin.
  contract    text,
  -- In the chain's own finest unit, and in whole units of the books.
  amount      numeric(78,0) not null check (amount > 0),
  units       bigint not null check (units >= 0),
  -- For a payout that the books do not owe over this chain, or for network fees.
  purpose     text not null check (purpose in ('payout', 'gas')),
  txid        text not null,
  -- How far the chain was taken in before: a block after it has the coins.
  tip_height  integer not null,
  -- Which account has them in the books: `simulation` owes less for them, or `fees` has them.
  booked_to   text check (booked_to in ('simulation', 'fees', 'dust')),
  booked_at   timestamptz,
  created_at  timestamptz not null default now(),
  unique (chain, txid),
  check ((booked_to is null) = (booked_at is null))
);
create index chain_reserve_due on wallets.chain_reserve (id) where booked_at is null;
