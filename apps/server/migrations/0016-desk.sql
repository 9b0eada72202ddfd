-- The operator console: who may what there, visits to it, and the record of what was done.
create schema desk;

create table desk.operator_role (
  user_id  bigint not null references accounts.users,
  role     text not null check (role in ('support', 'kyc', 'finance', 'risk', 'admin')),
  -- Null: given by the simulation to its demo operators.
  given_by bigint references accounts.users,
  given_at timestamptz not null default now(),
  primary key (user_id, role)
);

-- A session that was used at the console, and when last: it ends there long before it ends elsewhere.
create table desk.visit (
  session_id   bigint primary key references accounts.session (id) on delete cascade,
  began_at     timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);

-- What operators did (INV-23). Each row's hash covers the row and the hash before it, so that a row that
-- is changed, missing or put in between is found. `json` keeps the text as it was hashed.
create table desk.audit_entry (
  no          bigint primary key,
  at          timestamptz not null,
  -- Null: the machine itself.
  operator_id bigint,
  action      text not null,
  subject     text not null,
  reason      text not null,
  before      json,
  after       json,
  hash        bytea not null check (octet_length(hash) = 32)
);
create index audit_entry_by_subject on desk.audit_entry (subject, no);

-- Where the chain ends: one row, whose lock puts the writers in a line.
create table desk.audit_head (
  one  boolean primary key default true check (one),
  no   bigint not null,
  hash bytea not null check (octet_length(hash) = 32)
);
insert into desk.audit_head (no, hash) values (0, decode(repeat('00', 32), 'hex'));

create function desk.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the record of the console is only ever added to';
end $$;
create trigger entry_is_final before update or delete or truncate on desk.audit_entry
  for each statement execute function desk.refuse_change();
create trigger head_stays before delete or truncate on desk.audit_head
  for each statement execute function desk.refuse_change();

-- Personal data that was shown: counted, so that nobody reads a whole file of people (ATT-104).
create table desk.shown_person (
  id          bigint generated always as identity primary key,
  operator_id bigint not null references accounts.users,
  user_id     bigint not null,
  at          timestamptz not null default now()
);
create index shown_person_recent on desk.shown_person (operator_id, at);
