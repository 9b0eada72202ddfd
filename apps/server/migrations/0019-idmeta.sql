-- The verification modal, and what operators are shown of people's identities.

-- A verification of the modal: it is of whoever began it, and of nobody else.
create table kyc.verification (
  -- What the browser knows it by.
  id          uuid primary key,
  user_id     bigint not null references accounts.users,
  -- What the provider knows it by.
  provider_id text not null unique,
  state       text not null default 'created' check (state in ('created', 'document', 'passed')),
  -- What was found on the document, sealed; null before that.
  sealed      bytea,
  created_at  timestamptz not null default now(),
  -- When the provider said that its flow is over; it says so more than once.
  ended_at    timestamptz
);
create index verification_by_user on kyc.verification (user_id, created_at);
create index verification_by_time on kyc.verification (created_at);

-- A case that an operator had shown to him: for a few minutes its token opens the case's files for him.
create table kyc.showing (
  -- SHA-256 of the token.
  token_hash  bytea primary key,
  operator_id bigint not null references accounts.users,
  user_id     bigint not null references accounts.users,
  -- Why, as it stands in the record of the console.
  reason      text not null,
  expires_at  timestamptz not null
);
create index showing_by_expiry on kyc.showing (expires_at);
create index file_by_time on kyc.file (created_at);
create index record_ended on kyc.record (ended_at) where ended_at is not null;
