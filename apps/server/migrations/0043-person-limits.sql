-- How much a person withdraws of a currency within a day, where operators set another limit than the usual one.
create table wallets.person_limit (
  user_id     bigint not null references accounts.users,
  currency_id integer not null,
  -- Units; 0 lets nothing out.
  daily       bigint not null check (daily >= 0),
  -- The change of the console that set it.
  change_id   bigint not null,
  set_at      timestamptz not null default now(),
  primary key (user_id, currency_id)
);
