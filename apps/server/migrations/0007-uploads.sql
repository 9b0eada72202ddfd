-- Files that people hand in: private, under names of ours, never served as a page (SRV-10, SRV-34).
create schema uploads;

create table uploads.file (
  -- Random, so that one file says nothing of another.
  id         uuid primary key default gen_random_uuid(),
  user_id    bigint not null references accounts.users,
  media_type text not null,
  content    bytea not null,
  created_at timestamptz not null default now()
);
-- Pictures are compressed already.
alter table uploads.file alter column content set storage external;
create index file_by_user on uploads.file (user_id);
