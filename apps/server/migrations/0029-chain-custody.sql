-- What the chains themselves say that we hold, and what follows from it for what may go out (INV-14).
create table wallets.chain_custody (
  chain       text not null references wallets.chain_cursor,
  currency_id integer not null,
  -- In the chain's own finest unit: at the hot wallet, and at addresses of users.
  hot         numeric(78,0) not null check (hot >= 0),
  unswept     numeric(78,0) not null check (unswept >= 0),
  read_at     timestamptz not null,
  -- How far the chain was taken in before: all up to there is part of the reading.
  tip_height  integer not null,
  primary key (chain, currency_id)
);

create index chain_deposit_uncredited on wallets.chain_deposit (currency_id)
  where state not in ('crediting', 'credited', 'reversing');

-- The judgment of a currency; a row that is not there was never judged, and stops nothing.
create table wallets.chain_custody_verdict (
  currency_id integer primary key,
  verdict     text not null check (verdict in ('whole', 'gap', 'stale', 'none')),
  -- Units that are missing; null while it is not known.
  gap         bigint check (gap >= 0),
  -- Since when it is that verdict.
  since       timestamptz not null default now(),
  judged_at   timestamptz not null default now(),
  -- The verdict that people were last told of.
  told        text
);
