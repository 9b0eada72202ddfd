-- People: users, their sessions, sign-in attempts, and the funds that simulation starts them with.
create schema accounts;

create sequence accounts.user_id start 1001;

create table accounts.users (
  id            bigint primary key default nextval('accounts.user_id'),
  full_name     text not null,
  nickname      text not null,
  email         text not null,
  -- Folded: one account for all spellings of an address (ATT-16).
  email_key     text not null unique,
  password_hash text,
  -- A demo person's name; null for everybody else.
  demo_name     text unique,
  role          text not null default 'trader' check (role in ('trader', 'operator')),
  created_at    timestamptz not null default now()
);

create table accounts.session (
  -- SHA-256 of the token: the token itself is nowhere.
  token_hash bytea primary key,
  user_id    bigint not null references accounts.users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_by_user on accounts.session (user_id);

-- Failed sign-ins, counted over all sessions (ATT-05).
create table accounts.sign_in_failure (
  email_key text not null,
  at        timestamptz not null default now()
);
create index sign_in_failure_recent on accounts.sign_in_failure (email_key, at);

-- What a person starts with in simulation: a row each, so that a crash at any point repeats nothing.
create table accounts.starting_fund (
  id          bigint generated always as identity primary key,
  user_id     bigint not null references accounts.users,
  currency_id integer not null,
  amount      bigint not null,
  state       text not null default 'pending' check (state in ('pending', 'booked')),
  unique (user_id, currency_id)
);
create index starting_fund_pending on accounts.starting_fund (id) where state = 'pending';

-- A database keeps its mode for ever (R-40).
create table public.installation (
  one  boolean primary key default true check (one),
  mode text not null
);
