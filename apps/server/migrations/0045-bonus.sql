-- The monthly bonus (DEC-128): what was promised for a month, who is entitled, who is not and why, who was paid.
create schema bonus;

create table bonus.month (
  -- Its first moment in Jakarta, in milliseconds since 1970.
  starts_ms bigint primary key,
  -- In units of 0.01 rupiah, for each person: as it was promised last while the month ran.
  amount    bigint not null check (amount > 0),
  -- Null: it runs, or is about to be looked at.
  closed_at timestamptz
);

create table bonus.entry (
  starts_ms  bigint not null references bonus.month,
  user_id    bigint not null references accounts.users,
  -- Orders that were filled, and those of them that count.
  filled     integer not null check (filled >= 0),
  counted    integer not null check (counted between 0 and filled),
  state      text not null check (state in ('waiting', 'paid', 'excluded')),
  -- Why somebody who filled his orders is not entitled.
  reason     text check (reason in ('not_verified', 'same_identity', 'same_people', 'operator')),
  -- Keyed hash of the number of the identity paper, as the identity's record has it; null where it has none.
  identity   bytea,
  -- How often the house lacked the money: a refused command's id is used up.
  refusals   integer not null default 0 check (refusals >= 0),
  -- The change of operators that paid it.
  change_id  bigint,
  paid_at    timestamptz,
  primary key (starts_ms, user_id),
  check ((state = 'excluded') = (reason is not null)),
  check ((state = 'paid') = (paid_at is not null))
);
-- One person, one bonus a month, however many accounts he has (ATT-64).
create unique index entry_identity on bonus.entry (starts_ms, identity) where state <> 'excluded';
create index entry_of_user on bonus.entry (user_id, starts_ms desc);

-- Counts a month's orders of a person without passing those that were canceled.
create index orders_filled_of_users on exchange.orders (account_id, updated_ms)
  where status = 'filled' and account_id >= 1001;
