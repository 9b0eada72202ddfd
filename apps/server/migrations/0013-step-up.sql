-- What stands between a session and money leaving: codes by mail, a pause after security changes, and the
-- bank account that rupiah goes to.

-- The one live code of a user and purpose (SRV-73): a newer one takes its place.
create table accounts.one_time_code (
  user_id    bigint not null references accounts.users,
  purpose    text not null check (purpose in ('withdrawal')),
  -- HMAC-SHA-256 with a key of the installation; null once it is spent.
  code_hash  bytea check (octet_length(code_hash) = 32),
  attempts   integer not null default 0 check (attempts >= 0),
  sent_at    timestamptz not null default now(),
  expires_at timestamptz not null,
  -- How many were sent since when, so that nobody is flooded and nobody guesses for ever.
  sent       integer not null default 1,
  since      timestamptz not null default now(),
  primary key (user_id, purpose)
);
create index one_time_code_since on accounts.one_time_code (since);

-- The name that an identity check confirmed; null: none did yet.
alter table accounts.users add column verified_name text;

-- The changes after which withdrawals wait (SRV-82): found by the newest, however many events there are.
create index event_of_hold on security.event (account_id, at desc)
  where kind in ('password.changed', 'two_factor.on', 'two_factor.off', 'bank.changed', 'bank.unlocked');

create schema bank;

-- Where a person's rupiah goes: one account each. Withdrawals keep a copy of their own.
create table bank.account (
  user_id     bigint primary key references accounts.users,
  -- As the bank gateway names it; the name is what people choose and see (DEC-99).
  bank_code   text not null,
  bank_name   text not null,
  holder_name text not null,
  number      text not null check (number ~ '^[0-9]{5,20}$'),
  -- From the first completed withdrawal on (DEC-96); null: its owner may change it.
  locked_at   timestamptz,
  created_at  timestamptz not null default now(),
  changed_at  timestamptz not null default now()
);
