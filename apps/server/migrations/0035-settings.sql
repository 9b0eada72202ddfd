-- What operators set while the exchange runs. A row is there once somebody changed a setting; null takes
-- it back to what the configuration says.
create schema settings;

create table settings.setting (
  key        text primary key,
  value      json not null,
  changed_at timestamptz not null default now(),
  changed_by bigint not null references accounts.users,
  -- The change of the console that did it (`desk.change`): an older one never comes over a newer one.
  change_id  bigint not null
);
