-- Passkeys by which operators vote. A row counts by its proof, which the database cannot make; one that was
-- removed stays for the votes that were given with it.
create table desk.passkey (
  -- As authenticators know it.
  id           text primary key,
  user_id      bigint not null references accounts.users,
  name         text not null,
  public_key   bytea not null,
  -- The site that it is for.
  rp_id        text not null,
  origin       text not null,
  -- How often it signed, as it says itself; 0: it does not count.
  counter      bigint not null,
  added_at     timestamptz not null default now(),
  last_used_at timestamptz,
  removed_at   timestamptz,
  mac          bytea not null check (octet_length(mac) = 32)
);
create index passkey_of_user on desk.passkey (user_id);

-- What a passkey signed, with the nonce of its challenge; null: voted without one.
alter table desk.vote add column assertion json;
create unique index vote_by_nonce on desk.vote ((assertion->>'nonce'));
