-- Tokens of EVM chains that were added in the console (ATT-75): beside those of the settings, and read while
-- the exchange runs. A row never changes and never goes: what once came in over it stays what it was.
create table wallets.chain_token (
  id             integer generated always as identity primary key,
  chain          text not null check (chain in ('ethereum', 'arbitrum', 'bnb')),
  -- In lower case.
  contract       text not null check (contract ~ '^0x[0-9a-f]{40}$'),
  currency_id    integer not null references markets.currency_profile,
  -- As the contract itself says.
  decimals       integer not null check (decimals between 0 and 18),
  -- Block of the chain when it was added: nothing below it is looked for again.
  since_height   integer not null check (since_height >= 0),
  change_id      bigint not null,
  added_at       timestamptz not null default now(),
  unique (chain, contract),
  unique (chain, currency_id)
);
