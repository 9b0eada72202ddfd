-- Sign-in attempts, one row an address and client: claimed before the hash, so that no burst passes the
-- cap (ATT-05), and apart for each client, so that nobody locks out an owner from elsewhere.
drop table accounts.sign_in_failure;

create table accounts.sign_in_attempt (
  email_key      text not null,
  client_address text not null,
  attempts       integer not null check (attempts >= 0),
  -- The first attempt of the window.
  since          timestamptz not null default now(),
  primary key (email_key, client_address)
);
create index sign_in_attempt_since on accounts.sign_in_attempt (since);
