-- Whom people send coins to and get them from, saved once and used again (address book). Names and home
-- addresses are those that the travel rule asks for; they go with the person.
create table wallets.counterparty (
  id           bigint generated always as identity primary key,
  user_id      bigint not null references accounts.users,
  -- What its owner calls it.
  label        text not null,
  kind         text not null check (kind in ('own_wallet', 'exchange', 'person')),
  -- Null: somebody who sends, from wherever.
  family       text check (family in ('bitcoin', 'evm')),
  -- As withdrawals keep it: bech32 in small letters, EVM with its checksum.
  address      text,
  name         text,
  home_address text,
  -- A repeated request saves nothing twice.
  request_id   uuid not null,
  request_hash bytea not null,
  created_at   timestamptz not null default now(),
  changed_at   timestamptz not null default now(),
  check ((family is null) = (address is null)),
  check (address is not null or name is not null),
  unique (user_id, family, address),
  unique (user_id, request_id)
);
-- Somebody without an address is the same by name and home.
create unique index counterparty_by_name
  on wallets.counterparty (user_id, name, coalesce(home_address, '')) where address is null;
