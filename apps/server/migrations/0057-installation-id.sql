-- By which a server knows this exchange again, whatever copy of its database it is given.
alter table public.installation add column id uuid not null default gen_random_uuid();
