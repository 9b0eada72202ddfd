-- What operators write: articles with drafts, a bin and every version; announcements above all pages.
alter table news.article
  add column state      text not null default 'published' check (state in ('draft', 'published')),
  -- Counts the changes: who saves names the one he read.
  add column version    integer not null default 1 check (version > 0),
  add column changed_at timestamptz not null default now(),
  -- Null: written by the simulation.
  add column changed_by bigint references accounts.users,
  -- In the bin since then.
  add column removed_at timestamptz;

-- A draft may lack what people would read; what they read lacks nothing.
alter table news.article add constraint article_whole check (
  state = 'draft' or (title_en <> '' and title_id <> '' and body_en <> '' and body_id <> '')
);

-- What each version said, for the record: its entries name the version.
create table news.article_version (
  article_id bigint not null references news.article,
  version    integer not null,
  content    jsonb not null,
  saved_by   bigint not null references accounts.users,
  saved_at   timestamptz not null default now(),
  primary key (article_id, version)
);

create table news.announcement (
  id         bigint generated always as identity primary key,
  level      text not null check (level in ('info', 'warning')),
  text_en    text not null check (text_en <> ''),
  text_id    text not null check (text_id <> ''),
  -- A page of ours, or an address outside.
  link       text check (link ~ '^(/|https?://)'),
  -- The currency whose wallet it is about; null where it is about all.
  currency   text check (currency ~ '^[A-Z0-9]{2,12}$'),
  starts_at  timestamptz not null,
  -- Null: until it is taken away.
  ends_at    timestamptz check (ends_at > starts_at),
  version    integer not null default 1 check (version > 0),
  changed_by bigint not null references accounts.users,
  changed_at timestamptz not null default now(),
  removed_at timestamptz
);
