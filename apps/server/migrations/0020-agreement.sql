-- What a person tells of himself after his identity is verified, and that he agreed to the user agreement.
create schema agreement;

-- The particulars (DEC-66); the newest row of a person counts, the older ones are their history (SRV-31).
create table agreement.particulars (
  no       bigint generated always as identity primary key,
  user_id  bigint not null references accounts.users,
  -- JSON, sealed with a key of the person: nothing of it stands in the clear.
  sealed   bytea not null,
  saved_at timestamptz not null default now()
);
create index particulars_of on agreement.particulars (user_id, no desc);

-- Once a person (SRV-32); which text, in which words, and when.
create table agreement.signature (
  user_id      bigint primary key references accounts.users,
  text_version text not null,
  language     text not null check (language in ('en', 'id')),
  signed_at    timestamptz not null default now()
);

-- A verified name is the identity check's own from here on.
alter table accounts.users drop column verified_name;
