-- What operators decided, each with a proof over what he was shown and its entry in the record (INV-22). Only
-- ever added to: what counts is told by the proof, which the database cannot make.
create table desk.vote (
  -- Its entry in the record, written in the same transaction.
  entry_no    bigint primary key,
  kind        text not null,
  subject_id  bigint not null,
  decision    text not null,
  operator_id bigint not null,
  -- Hash of what was shown.
  shown_hash  bytea not null check (octet_length(shown_hash) = 32),
  mac         bytea not null check (octet_length(mac) = 32)
);
create index vote_by_subject on desk.vote (kind, subject_id);

-- Entries of decisions up to this one are of before there were proofs.
alter table desk.audit_head add column votes_since bigint not null default 0;
update desk.audit_head set votes_since = no;

-- The proof of a role, and the last entry of the record when it was given. Null: of before there were proofs.
-- These get one when the server first starts with them, which the record tells.
alter table desk.operator_role add column since_no bigint;
alter table desk.operator_role add column mac bytea;

create trigger vote_is_final before update or delete or truncate on desk.vote
  for each statement execute function desk.refuse_change();

-- What waits for a second person was proposed without a proof: it runs out now, which the record tells, and is
-- proposed again.
update desk.change set expires_at = greatest(now(), proposed_at + interval '1 millisecond')
  where status = 'waiting';
update desk.role_proposal set expires_at = greatest(now(), proposed_at + interval '1 millisecond')
  where state = 'open';
