-- What is counted against guessing, and what was used up: the program may only add. A trigger, as the owner, sets the time
-- and forgets what is older than two days, which is more than any window of counts and any life of a code or link.
create table security.tally (
  id       bigint generated always as identity primary key,
  -- What is counted for whom, and of which part of it: a source of tries, one code.
  subject  text not null,
  part     text not null default '',
  -- The row that this one gives back, with the proof of that; null: one more.
  releases bigint,
  mac      bytea check (octet_length(mac) = 32),
  at       timestamptz not null,
  check ((releases is null) = (mac is null))
);
create index tally_by_subject on security.tally (subject, id desc);
create index tally_by_time on security.tally (at);

create function security.date_tally() returns trigger language plpgsql
  set search_path = pg_catalog as $$
begin
  new.at := now();
  return new;
end $$;
create trigger tallies_are_dated before insert on security.tally
  for each row execute function security.date_tally();

create function security.forget_tallies() returns trigger language plpgsql
  security definer set search_path = pg_catalog as $$
begin
  delete from security.tally where at < now() - interval '2 days';
  return null;
end $$;
create trigger old_tallies_are_forgotten after insert on security.tally
  for each statement execute function security.forget_tallies();

-- When a link, a sign-in under way and a code end at the latest, under their seals: a later end that somebody writes is
-- not believed. Codes and sign-ins that are under way are begun anew.
alter table accounts.email_link add column lasts_until timestamptz;
update accounts.email_link set lasts_until = expires_at;
delete from accounts.sign_in_challenge;
alter table accounts.sign_in_challenge add column lasts_until timestamptz;
delete from accounts.one_time_code;
alter table accounts.one_time_code add column lasts_until timestamptz;
