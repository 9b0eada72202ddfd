-- What rows say that decide who signs in, and what money may do: a proof under a key that the database does not have.
-- Rows are only ever added, so that nobody who writes as the program goes back to an older one: the last number counts.
create table security.row_proof (
  kind    text not null,
  subject text not null,
  no      integer not null check (no > 0),
  -- What the row said, where that holds whatever becomes of the row; null: the row itself says it.
  says    text,
  mac     bytea not null check (octet_length(mac) = 32),
  at      timestamptz not null default now(),
  -- With the proof: a number that somebody took does not keep us from it.
  primary key (kind, subject, no, mac)
);
create trigger proof_is_final before update or delete or truncate on security.row_proof
  for each statement execute function security.refuse_change();

-- Whose links and challenges these are; null: made before there were seals.
alter table accounts.email_link add column seal bytea;
alter table accounts.sign_in_challenge add column seal bytea;

-- Finds the accounts that people have to look at.
create index event_of_unproven on security.event (account_id, at desc) where kind = 'account.unproven';
