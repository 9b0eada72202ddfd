-- Signing in: the installation's secret, captchas that were used, second factors, devices, sessions that
-- their owner can tell apart.

-- Where no TUKAR_SECRET_KEY is set (simulation alone), the secret that all keys are made from.
create table public.installation_secret (
  one    boolean primary key default true check (one),
  secret bytea not null check (octet_length(secret) = 32)
);

create schema captcha;

-- Proofs that were accepted: each serves once (ATT-04). Rows go when the proof would be too old anyway.
create table captcha.spent_proof (
  proof_hash bytea primary key,
  expires_at timestamptz not null
);
create index spent_proof_expiry on captcha.spent_proof (expires_at);

create table accounts.two_factor (
  user_id      bigint primary key references accounts.users,
  -- AES-256-GCM; the user's id is bound to it.
  sealed_seed  bytea not null,
  -- Null while it waits for its first code.
  activated_at timestamptz,
  -- The 30 seconds of the last code that was accepted: no code is accepted twice (ATT-09).
  last_step    bigint not null default 0,
  created_at   timestamptz not null default now()
);

-- Codes tried by an account within the hour, over all its sessions and challenges (ATT-07).
create table accounts.code_attempt (
  user_id  bigint primary key references accounts.users,
  attempts integer not null check (attempts >= 0),
  since    timestamptz not null default now(),
  is_told  boolean not null default false
);

-- What stands between the right password and the code: SHA-256 of an opaque token, never a password.
create table accounts.sign_in_challenge (
  token_hash bytea primary key,
  user_id    bigint not null references accounts.users,
  tries      integer not null default 0,
  expires_at timestamptz not null
);
create index sign_in_challenge_by_user on accounts.sign_in_challenge (user_id);
create index sign_in_challenge_expiry on accounts.sign_in_challenge (expires_at);

-- Where an account signed in from: a kind of device in a network. A new one is told to the owner.
create table accounts.known_device (
  user_id      bigint not null references accounts.users,
  device       text not null,
  network      text not null,
  last_seen_at timestamptz not null default now(),
  primary key (user_id, device, network)
);

alter table accounts.session
  add column id bigint generated always as identity unique,
  add column last_seen_at timestamptz not null default now(),
  add column client_address text not null default '',
  add column device text not null default '';

-- Attempts of one client over all addresses: whoever tries many accounts is stopped too (ATT-05).
create index sign_in_attempt_by_client on accounts.sign_in_attempt (client_address, since);
