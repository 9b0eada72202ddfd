-- What two persons decide: roles, and payouts that the gateway tells something else of; and what finds
-- rows with an alarm.
create table desk.role_proposal (
  id          bigint generated always as identity primary key,
  user_id     bigint not null references accounts.users,
  role        text not null check (role in ('support', 'kyc', 'finance', 'risk', 'admin')),
  is_given    boolean not null,
  reason      text not null,
  proposed_by bigint not null references accounts.users,
  proposed_at timestamptz not null default now(),
  expires_at  timestamptz not null check (expires_at > proposed_at),
  state       text not null default 'open' check (state in ('open', 'confirmed', 'declined', 'expired')),
  decided_by  bigint references accounts.users,
  decided_at  timestamptz,
  -- Nobody confirms what he proposed himself (ATT-101).
  check (state <> 'confirmed' or (decided_by is not null and decided_by <> proposed_by))
);
-- One question about the same role of the same person at a time.
create unique index role_proposal_open on desk.role_proposal (user_id, role) where state = 'open';

-- How often the books refused the credit: each refused id is used up.
alter table wallets.deposit add column refused_credits integer not null default 0
  check (refused_credits >= 0);

alter table wallets.withdrawal
  -- What operators decided about one that the gateway tells something else of: carried out by the machine.
  add column decision text check (decision in ('fail', 'pay')),
  -- Completed because operators took it as paid, not because the gateway said so.
  add column is_taken_paid boolean not null default false,
  -- How often the gateway had too little for it although its balance was enough.
  add column poor_count integer not null default 0 check (poor_count >= 0);

create index deposit_alarmed on wallets.deposit (id) where alarm is not null;
create index withdrawal_alarmed on wallets.withdrawal (id) where alarm is not null;
