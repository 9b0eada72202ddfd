-- Who people are: one record a person, sealed under a key of his own. Nothing personal is in the clear.
create schema kyc;

-- The key of a person, wrapped by the key of the installation: without it nothing of his can be read.
create table kyc.person_key (
  user_id bigint primary key references accounts.users,
  wrapped bytea not null
);

create table kyc.record (
  user_id         bigint primary key references accounts.users,
  kind            text check (kind in ('indonesia', 'global')),
  step            integer not null default 0 check (step between 0 and 3),
  state           text not null default 'draft' check (state in
    ('draft', 'submitted', 'in_review', 'rejected', 'approved')),
  -- A change is made only where this is the one that was read.
  version         integer not null default 0,
  consent_version integer,
  consented_at    timestamptz,
  -- The client's address at the consent, sealed.
  consent_address bytea,
  -- What the person wrote, one sealed JSON.
  details         bytea,
  -- Keyed hash of the number of the identity paper: tells that it is used, not what it is.
  number_index    bytea,
  reason_code     text,
  -- What alone is asked for again after a rejection; null: all of it.
  piece           text check (piece in ('document', 'video', 'details')),
  submitted_at    timestamptz,
  decided_at      timestamptz,
  -- `machine`, or the id of an operator.
  decided_by      text,
  -- When the machine asks about it; null: never by itself.
  next_look_at    timestamptz,
  attempts        integer not null default 0,
  -- The account was deleted: what is kept waits for the end of its time.
  ended_at        timestamptz,
  created_at      timestamptz not null default now(),
  check (state = 'draft' or kind is not null)
);
-- One account a number, over all that wait or are approved (SRV-39).
create unique index record_number on kyc.record (number_index)
  where state in ('submitted', 'in_review', 'approved') and ended_at is null;
create index record_due on kyc.record (next_look_at) where next_look_at is not null;
create index record_for_desk on kyc.record (state, submitted_at);

-- What became of a record, in order: written with each move.
create table kyc.history (
  user_id    bigint not null references accounts.users,
  no         integer not null,
  at         timestamptz not null default now(),
  from_state text not null,
  to_state   text not null,
  -- `user`, `machine`, or the id of an operator.
  actor      text not null,
  cause      text,
  primary key (user_id, no)
);

-- What the identity check found, sealed; the figures alone are in the clear.
create table kyc.finding (
  id          bigint generated always as identity primary key,
  user_id     bigint not null references accounts.users,
  source      text not null check (source in ('steps', 'modal')),
  sealed      bytea not null,
  probability double precision,
  quality     double precision,
  verdict     text not null check (verdict in ('approve', 'review')),
  at          timestamptz not null default now()
);
create index finding_by_user on kyc.finding (user_id, id desc);

-- Pictures and videos: one of each kind a person, in pieces that are sealed one by one.
create table kyc.file (
  id         uuid primary key,
  user_id    bigint not null references accounts.users,
  kind       text not null check (kind in
    ('document', 'document_back', 'npwp', 'selfie', 'video', 'still')),
  media_type text not null,
  bytes      integer not null check (bytes >= 0),
  created_at timestamptz not null default now(),
  unique (user_id, kind)
);

create table kyc.file_chunk (
  file_id uuid not null references kyc.file on delete cascade,
  no      integer not null,
  sealed  bytea not null,
  primary key (file_id, no)
);
alter table kyc.file_chunk alter column sealed set storage external;
