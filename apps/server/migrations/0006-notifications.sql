-- What is told to people and what they tell us, the maintenance switch, security events, deletions.
create schema notifications;

-- One row a notice: what happened, not its sentence, so that it is read in the reader's language.
create table notifications.notice (
  id         bigint generated always as identity,
  account_id bigint not null,
  kind       text not null,
  params     jsonb not null,
  is_read    boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
-- Old notices are removed by their time; a small index keeps writing them cheap.
create index notice_by_time on notifications.notice using brin (created_at);

create schema contact;

create table contact.message (
  id             bigint generated always as identity primary key,
  name           text not null,
  email          text not null,
  subject        text not null,
  body           text not null,
  client_address text not null,
  created_at     timestamptz not null default now()
);

-- The one switch that all hosts honour (SRV-09).
create table public.maintenance (
  one        boolean primary key default true check (one),
  is_on      boolean not null,
  changed_at timestamptz not null default now()
);
insert into public.maintenance (is_on) values (false);

-- Security-relevant events (SRV-08): written, never changed.
create schema security;

create table security.event (
  id             bigint generated always as identity primary key,
  at             timestamptz not null default now(),
  account_id     bigint,
  kind           text not null,
  client_address text,
  details        jsonb not null default '{}'
);
create index event_by_account on security.event (account_id, id desc);

create function security.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'security events are only ever added';
end $$;
create trigger event_is_final before update or delete or truncate on security.event
  for each statement execute function security.refuse_change();

alter table accounts.users add column deleted_at timestamptz;

-- Accounts on their way out. checking: nothing is decided, a restart takes it back. returning: decided,
-- a restart goes on. done: the person is gone, the records stay (DEC-40).
create table accounts.deletion (
  id         bigint generated always as identity primary key,
  user_id    bigint not null unique references accounts.users,
  reason     text not null,
  language   text not null,
  state      text not null default 'checking' check (state in ('checking', 'returning', 'done')),
  created_at timestamptz not null default now()
);
create index deletion_open on accounts.deletion (id) where state <> 'done';
