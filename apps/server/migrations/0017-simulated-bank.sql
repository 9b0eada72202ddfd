-- Simulation alone: the other side of the bank gateway, a bank that moves no money. The exchange reads
-- none of this; it asks over HTTP, as it asks a real one.
create schema simulated_bank;

create table simulated_bank.account (
  id      smallint primary key check (id = 1),
  -- Whole rupiah, as all amounts of this schema.
  balance bigint not null
);
insert into simulated_bank.account (id, balance) values (1, 0);

-- Every change of the balance, once a cause.
create table simulated_bank.movement (
  id        bigint generated always as identity primary key,
  kind      text not null check (kind in ('invoice', 'payout', 'payout_back', 'top_up')),
  reference text not null,
  amount    bigint not null,
  at        timestamptz not null default now(),
  unique (kind, reference)
);

create table simulated_bank.invoice (
  id          text primary key,
  -- The merchant's own id; several invoices may have the same, as at the gateway it stands for.
  external_id text not null,
  amount      bigint not null check (amount > 0),
  currency    text not null,
  description text not null,
  payer_email text not null,
  return_url  text not null,
  language    text not null,
  state       text not null check (state in ('PENDING', 'PAID', 'EXPIRED')),
  paid_amount bigint,
  paid_at     timestamptz,
  method      text,
  channel     text,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  updated_at  timestamptz not null default now()
);
create index invoice_by_external_id on simulated_bank.invoice (external_id);
create index invoice_pending on simulated_bank.invoice (expires_at) where state = 'PENDING';

create table simulated_bank.payout (
  id              text primary key,
  idempotency_key text not null unique,
  reference       text not null,
  -- Of everything that was asked: the same key with anything else is refused.
  body_hash       text not null,
  amount          bigint not null check (amount > 0),
  fee             bigint not null,
  currency        text not null,
  channel_code    text not null,
  account_number  text not null,
  holder_name     text not null,
  description     text not null,
  state           text not null check (state in ('ACCEPTED', 'SUCCEEDED', 'FAILED', 'REVERSED')),
  failure_code    text,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  -- When the bank comes to it; null once it has.
  due_at          timestamptz,
  -- What a payout that succeeded becomes then.
  later_state     text check (later_state in ('FAILED', 'REVERSED'))
);
create index payout_by_reference on simulated_bank.payout (reference);
create index payout_due on simulated_bank.payout (due_at) where due_at is not null;

create table simulated_bank.callback (
  id          bigint generated always as identity primary key,
  kind        text not null check (kind in ('invoice', 'payout')),
  body        text not null,
  attempts    integer not null default 0,
  -- When it is sent next; null once it was taken, dropped or given up.
  due_at      timestamptz,
  last_status text,
  created_at  timestamptz not null default now()
);
create index callback_due on simulated_bank.callback (due_at) where due_at is not null;

-- What the bank was told to do wrong.
create table simulated_bank.fault (
  id          bigint generated always as identity primary key,
  operation   text not null,
  kind        text not null,
  -- How often still; null: for ever.
  times       integer,
  -- From 0 to 1, drawn by the seed and the number of the draw.
  probability double precision not null,
  seed        integer not null,
  draws       integer not null default 0,
  -- Milliseconds or rupiah, as the kind means it; null: its default.
  value       bigint
);
