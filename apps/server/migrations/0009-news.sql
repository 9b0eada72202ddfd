-- Articles of the operator, in both languages; bodies as packages/wire writes them, cleaned before they
-- come here (ATT-34).
create schema news;

create table news.article (
  id         bigint generated always as identity primary key,
  title_en   text not null,
  title_id   text not null,
  body_en    text not null,
  body_id    text not null,
  ext_link   text check (ext_link ~ '^https?://'),
  created_at timestamptz not null default now()
);

-- Written with the first articles of a simulation, so that removed ones stay away.
create table news.seeding (
  one       boolean primary key default true check (one),
  seeded_at timestamptz not null default now()
);
