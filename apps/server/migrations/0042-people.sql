-- People as operators look after them: who is suspended, whose second factor is about to be taken off, and
-- what operators note about an account.

-- Accounts that operators suspended. The engine keeps by itself that they neither order nor withdraw; this
-- says why, holds what was on its way out, and is what their owners are told of.
create table accounts.suspension (
  id           bigint generated always as identity primary key,
  user_id      bigint not null references accounts.users,
  -- The change of the console that suspended the account: made twice, it is the same one.
  change_id    bigint not null unique,
  suspended_at timestamptz not null default now(),
  -- The change that let it go on; null while it lasts.
  ended_by     bigint unique,
  ended_at     timestamptz,
  check ((ended_by is null) = (ended_at is null))
);
create unique index suspension_that_lasts on accounts.suspension (user_id) where ended_at is null;

-- Second factors that two operators take off for an owner who lost his: after a day in which whoever has
-- the mailbox can keep it.
create table accounts.factor_reset (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references accounts.users,
  change_id  bigint not null unique,
  due_at     timestamptz not null,
  -- SHA-256 of the token in the mail's link.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  state      text not null default 'waiting' check (state in ('waiting', 'done', 'canceled')),
  ended_at   timestamptz,
  check ((state = 'waiting') = (ended_at is null))
);
create unique index factor_reset_that_waits on accounts.factor_reset (user_id)
  where state = 'waiting';
create index factor_reset_due on accounts.factor_reset (due_at) where state = 'waiting';

-- Found by how their names begin.
create index users_by_name on accounts.users (lower(full_name) text_pattern_ops)
  where deleted_at is null;

create schema people;

-- What operators write about an account for each other: only ever added to.
create table people.note (
  id          bigint generated always as identity primary key,
  user_id     bigint not null references accounts.users,
  operator_id bigint not null references accounts.users,
  text        text not null,
  at          timestamptz not null default now()
);
create index note_by_user on people.note (user_id, id desc);

create function people.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'notes about people are only ever added';
end $$;
create trigger note_is_final before update or delete or truncate on people.note
  for each statement execute function people.refuse_change();
