-- Changes of money or rules that operators propose: what each would do as it was shown, who wanted it and
-- why, who confirmed it, and what became of it.
create table desk.change (
  id            bigint generated always as identity primary key,
  kind          text not null,
  -- As it was sent; `json` keeps the text.
  input         json not null,
  subject       text not null,
  -- What was shown: the sentence, the lines and the warnings, in both languages.
  shown         json not null,
  -- What was and what is to be; a second person confirms nothing that is not so any more.
  before        json,
  after         json,
  reason        text not null,
  needs_second  boolean not null,
  -- The proposer's own id of the request: sent again, it proposes nothing new.
  request_id    uuid not null,
  proposed_by   bigint not null references accounts.users,
  proposed_at   timestamptz not null default now(),
  expires_at    timestamptz not null check (expires_at > proposed_at),
  status        text not null
    check (status in ('waiting', 'applying', 'applied', 'declined', 'failed', 'expired')),
  decided_by    bigint references accounts.users,
  decided_at    timestamptz,
  decided_reason text,
  ended_at      timestamptz,
  -- Why it could not be carried out: code and parameters of a sentence.
  failure       json,
  unique (proposed_by, request_id),
  -- Nobody confirms what he proposed himself (ATT-101).
  check (not needs_second or status in ('waiting', 'declined', 'expired')
    or (decided_by is not null and decided_by <> proposed_by))
);
-- The same change waits once.
create unique index change_open on desk.change (kind, subject, md5(input::text))
  where status in ('waiting', 'applying');
create index change_unfinished on desk.change (status, id) where status in ('waiting', 'applying');
