-- Mails: an outbox that is written in the transaction of what it tells of, and survives a crash; the
-- links in mails; and, in simulation, the mailbox that receives them.
create schema mail;

create table mail.outbox (
  -- Also the Message-ID: a mail that is sent twice after a crash is known as one.
  mail_id    uuid primary key,
  recipient  text not null,
  language   text not null check (language in ('en', 'id')),
  template   text not null,
  -- AES-256-GCM, bound to mail_id: it holds links that open accounts. Null once nothing waits.
  sealed     bytea,
  state      text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts   integer not null default 0,
  -- When it is tried next; whoever tries it moves this forward first.
  due_at     timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  ended_at   timestamptz
);
create index outbox_due on mail.outbox (due_at) where state = 'waiting';
create index outbox_ended on mail.outbox (ended_at) where state <> 'waiting';

alter table accounts.users
  -- When its owner showed that the address is his; null: not yet (DEC-29).
  add column email_verified_at timestamptz,
  -- The language of mails that nobody's request stands behind.
  add column language text not null default 'en' check (language in ('en', 'id'));
-- Who was here before could sign in, and still can.
update accounts.users set email_verified_at = created_at;

-- Links in mails, by the SHA-256 of their token (DEC-30): one live link a user and purpose.
create table accounts.email_link (
  token_hash bytea primary key,
  user_id    bigint not null references accounts.users,
  purpose    text not null check (purpose in ('verify', 'reset')),
  expires_at timestamptz not null,
  -- When it was used, or a newer one took its place.
  ended_at   timestamptz
);
create index email_link_by_user on accounts.email_link (user_id, purpose);
create index email_link_expiry on accounts.email_link (expires_at);

-- Mails that anybody can have sent to an address, counted so that nobody is flooded (ATT-14).
create table accounts.mail_count (
  email_key text not null,
  purpose   text not null,
  sent      integer not null,
  since     timestamptz not null default now(),
  primary key (email_key, purpose)
);
create index mail_count_since on accounts.mail_count (since);

create schema mailbox;

-- Simulation alone: what the local mailbox received by SMTP.
create table mailbox.message (
  id           bigint generated always as identity primary key,
  -- The Message-ID: a mail that arrives twice is kept once.
  message_key  text not null unique,
  recipient    text not null,
  sender       text not null,
  subject      text not null,
  body_text    text not null,
  body_html    text not null,
  received_at  timestamptz not null default now()
);
create index message_by_recipient on mailbox.message (lower(recipient), id);
