-- The secrets of the exchange lie outside of its database. By these marks a server knows whether it has the right
-- ones; nobody makes a secret from its mark.
create table public.secret_mark (
  name text primary key check (name in ('engine', 'server')),
  mark bytea not null check (length(mark) = 32)
);
