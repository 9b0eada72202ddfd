-- Proof that two operators closed a deposit before votes had proofs; null: closed later, or not closed by two.
alter table wallets.deposit add column closed_proof bytea;

-- Sessions that ended. The program can only read it: triggers write it as the owner, so that who writes as the program
-- cannot put an ended session back.
create table accounts.ended_session (
  token_hash bytea primary key,
  ended_at   timestamptz not null default now()
);
create index ended_session_by_time on accounts.ended_session (ended_at);

-- No session lives as long as its hash is kept here.
create function accounts.keep_ended_session() returns trigger language plpgsql
  security definer set search_path = pg_catalog as $$
begin
  insert into accounts.ended_session (token_hash) values (old.token_hash) on conflict do nothing;
  delete from accounts.ended_session where ended_at < now() - interval '400 days';
  return null;
end $$;

create function accounts.refuse_ended_session() returns trigger language plpgsql
  set search_path = pg_catalog as $$
begin
  if exists (select from accounts.ended_session e where e.token_hash = new.token_hash) then
    raise exception 'a session that ended is not opened again';
  end if;
  return new;
end $$;

create trigger ended_sessions_are_kept after delete on accounts.session
  for each row execute function accounts.keep_ended_session();
-- A row that was given another hash or another owner would be missed by what ends the session.
create trigger given_away_sessions_are_ended after update of token_hash, user_id on accounts.session
  for each row when (old.token_hash <> new.token_hash or old.user_id <> new.user_id)
  execute function accounts.keep_ended_session();
create trigger ended_sessions_stay_ended before insert or update of token_hash, user_id on accounts.session
  for each row execute function accounts.refuse_ended_session();
