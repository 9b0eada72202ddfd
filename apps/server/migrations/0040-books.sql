-- The books: what the ledger came to, days that are closed, what is held against what, and what is stopped.
create schema books;

-- How far the totals below are added up: of transfers by number, of trades by market. What lies behind is
-- added up anew at each look, so that no look reads more than that (INV-03).
create table books.mark (
  one  boolean primary key default true check (one),
  seq  bigint not null,
  no   integer not null
);
insert into books.mark (seq, no) values (0, -1);
create table books.market_mark (
  market_id integer primary key,
  no        bigint not null
);

-- What each account's ledger entries come to, up to the marks.
create table books.total (
  account_id  bigint not null,
  currency_id integer not null,
  amount      bigint not null,
  primary key (account_id, currency_id)
);

-- A day of Jakarta that is closed: `body` is the text that its hash is of, with the hash of the day before.
create table books.closed_day (
  no          integer primary key,
  day         date not null unique,
  from_ms     bigint not null,
  to_ms       bigint not null,
  -- The last of transfers and of each market's trades that the day has.
  seq         bigint not null,
  transfer_no integer not null,
  marks       jsonb not null,
  body        text not null,
  hash        bytea not null check (length(hash) = 32),
  closed_at   timestamptz not null default now()
);
create function books.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a closed day is never changed';
end $$;
create trigger day_is_final before update or delete or truncate on books.closed_day
  for each statement execute function books.refuse_change();

-- Looks at the books: of a day the last one, and each that found something else than the one before.
create table books.look (
  id       bigint generated always as identity primary key,
  at       timestamptz not null default now(),
  kind     text not null check (kind in ('minute', 'full')),
  took_ms  integer not null,
  breaks   integer not null,
  -- What was found broken, as one text to compare.
  finding  text not null,
  figures  jsonb not null
);

-- What does not fit, from when it was first seen until a look does not find it any more.
create table books.break (
  id           bigint generated always as identity primary key,
  check_name   text not null,
  -- Null: it is about no currency.
  currency_id  integer,
  -- What the check says of it: accounts, what was expected and what is there.
  figures      jsonb not null,
  begun_at     timestamptz not null default now(),
  -- Since when it counts; null while it may still be on its way.
  confirmed_at timestamptz,
  ended_at     timestamptz
);
create unique index break_open on books.break (check_name, coalesce(currency_id, 0))
  where ended_at is null;

-- A currency that the machine stopped: nothing of it is traded, credited or paid out until two people say so.
create table books.currency_halt (
  id          bigint generated always as identity primary key,
  currency_id integer not null,
  check_name  text not null,
  begun_at    timestamptz not null default now(),
  ended_at    timestamptz,
  ended_by    bigint references accounts.users,
  change_id   bigint
);
create unique index halt_open on books.currency_halt (currency_id) where ended_at is null;

-- Markets that were open when a currency of theirs was stopped: they open again with the last such currency.
create table books.stopped_market (
  market_id  integer primary key,
  halt_id    bigint not null references books.currency_halt,
  stopped_at timestamptz not null default now()
);
