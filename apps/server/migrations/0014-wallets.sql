-- Money that waits on the outside: deposits and withdrawals as rows with declared states. A row is changed
-- only where its version is the one that was read, by the writer of the day (R-62), together with its step.
create schema wallets;

create table wallets.deposit (
  id            bigint generated always as identity primary key,
  user_id       bigint not null references accounts.users,
  currency_id   integer not null,
  -- The custody account that it comes in over.
  rail_id       bigint not null,
  -- Units, as asked for.
  amount        bigint not null check (amount > 0),
  description   text not null,
  state         text not null default 'created' check (state in
    ('created', 'pending', 'paid', 'credited', 'expired', 'quarantined', 'reversed')),
  -- Why it is there, in a word.
  cause         text,
  -- What is wrong and needs a person, in a word.
  alarm         text,
  -- What operators decided: carried out by the machine.
  decision      text check (decision in ('credit', 'reverse')),
  version       integer not null default 0,
  -- Raised by whoever has news of the row from outside; a look that began before is repeated.
  hints         integer not null default 0,
  attempts      integer not null default 0,
  -- When the machine looks again; null: never by itself.
  next_look_at  timestamptz default now(),
  -- While a look is under way; a start of the machine ends it.
  taken_until   timestamptz,
  -- Our name for it on the outside.
  reference     text not null unique,
  request_id    uuid not null,
  request_hash  bytea not null,
  language      text not null check (language in ('en', 'id')),
  -- The first call to the outside: set before it is made.
  sent_at       timestamptz,
  invoice_id    text,
  checkout_url  text,
  expires_at    timestamptz,
  -- What the outside confirmed: the payment and its amount in units.
  outside_fact  text,
  paid_amount   bigint check (paid_amount > 0),
  paid_at       timestamptz,
  -- How it was paid, as the gateway calls it.
  method        text,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  unique (user_id, request_id),
  -- One credit a fact (INV-12).
  unique (rail_id, outside_fact)
);
create index deposit_due on wallets.deposit (next_look_at) where next_look_at is not null;
create index deposit_by_user on wallets.deposit (user_id, id desc);
create index deposit_for_desk on wallets.deposit (state, id desc);

create table wallets.withdrawal (
  id             bigint generated always as identity primary key,
  user_id        bigint not null references accounts.users,
  currency_id    integer not null,
  rail_id        bigint not null,
  -- Units: amount = net + provider_fee + fee.
  amount         bigint not null check (amount > 0),
  fee            bigint not null check (fee >= 0),
  provider_fee   bigint not null check (provider_fee >= 0),
  net            bigint not null check (net > 0),
  description    text not null,
  state          text not null default 'requested' check (state in ('requested', 'held', 'waiting',
    'approved', 'sending', 'unknown', 'sent', 'completed', 'failed', 'canceled', 'refused', 'reversed')),
  cause          text,
  alarm          text,
  version        integer not null default 0,
  hints          integer not null default 0,
  attempts       integer not null default 0,
  next_look_at   timestamptz default now(),
  taken_until    timestamptz,
  reference      text not null unique,
  request_id     uuid not null,
  request_hash   bytea not null,
  -- Where it goes, as it stood when it was asked for.
  bank_code      text not null,
  bank_name      text not null,
  holder_name    text not null,
  account_number text not null,
  -- The hold in the engine.
  hold_id        bigint,
  -- A security hold, and until when (SRV-82).
  frozen_until   timestamptz,
  -- Why people look at it, and how many must agree.
  review_reason  text check (review_reason in ('amount', 'name_mismatch')),
  approvals_needed integer not null default 0,
  -- Who takes it back; carried out by the machine.
  canceled_by    text check (canceled_by in ('user', 'link', 'operator')),
  cancel_token_hash bytea unique,
  -- What it may take from the rail, set before it is sent (units).
  reserved       bigint not null default 0 check (reserved >= 0),
  sent_at        timestamptz,
  sent_count     integer not null default 0,
  payout_id      text,
  failure_code   text,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  unique (user_id, request_id),
  check (amount = net + fee + provider_fee)
);
create index withdrawal_due on wallets.withdrawal (next_look_at) where next_look_at is not null;
create index withdrawal_by_user on wallets.withdrawal (user_id, id desc);
create index withdrawal_for_desk on wallets.withdrawal (state, id desc);
create index withdrawal_reserving on wallets.withdrawal (rail_id) where reserved > 0;

-- What became of a row, in order: written with each move.
create table wallets.step (
  kind   text not null check (kind in ('deposit', 'withdrawal')),
  row_id bigint not null,
  no     integer not null,
  at     timestamptz not null default now(),
  state  text not null,
  cause  text,
  primary key (kind, row_id, no)
);

-- What simulation lends a rail so that it can pay out what came in over another.
create table wallets.sponsorship (
  withdrawal_id bigint not null references wallets.withdrawal,
  no            integer not null,
  amount        bigint not null check (amount > 0),
  is_done       boolean not null default false,
  primary key (withdrawal_id, no)
);

-- Which operators agreed to what (INV-22): nobody twice.
create table wallets.approval (
  kind        text not null check (kind in ('deposit', 'withdrawal')),
  row_id      bigint not null,
  decision    text not null,
  operator_id bigint not null,
  reason      text not null,
  at          timestamptz not null default now(),
  primary key (kind, row_id, decision, operator_id)
);

-- Proofs of payment: one a deposit, replaceable (SRV-71).
create table wallets.deposit_file (
  deposit_id bigint primary key references wallets.deposit,
  media_type text not null,
  content    bytea not null,
  created_at timestamptz not null default now()
);
alter table wallets.deposit_file alter column content set storage external;

-- What the outside told us, as it came: hints, never believed (ATT-66 to ATT-69).
create table wallets.callback (
  id          bigint generated always as identity primary key,
  rail_id     bigint not null,
  kind        text not null,
  body        bytea not null,
  received_at timestamptz not null default now(),
  -- waiting, then: handled, stray (no row of ours has that reference), unreadable.
  state       text not null default 'waiting'
    check (state in ('waiting', 'handled', 'stray', 'unreadable')),
  reference   text
);
create index callback_waiting on wallets.callback (id) where state = 'waiting';
create index callback_for_desk on wallets.callback (state, id desc)
  where state in ('stray', 'unreadable');
create index callback_by_time on wallets.callback using brin (received_at);
