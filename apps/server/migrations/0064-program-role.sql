-- Which role was given the rights of the program, and by which list of them (platform/database/program-rights.ts).
create table public.granted_role (
  role_name   text primary key,
  rights_hash text not null,
  granted_at  timestamptz not null default now()
);
