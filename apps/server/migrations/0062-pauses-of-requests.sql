-- `frozen_until` holds until when a withdrawal waits since it was asked for, and this says why. Both are covered by
-- the proof of its request; null: nothing made it wait.
alter table wallets.withdrawal add column frozen_cause text
  check (frozen_cause in ('security_hold', 'new_device', 'new_receiver'));
alter table wallets.chain_withdrawal add column frozen_cause text
  check (frozen_cause in ('security_hold', 'new_device', 'new_receiver'));

-- What a person was paid before is looked for by where it went.
create index withdrawal_completed on wallets.withdrawal (user_id, account_number) where state = 'completed';
create index chain_withdrawal_done on wallets.chain_withdrawal (user_id, to_address) where state = 'done';

-- Since when a device is known; null: its account was registered on it, or it was known before this was kept.
alter table accounts.known_device add column first_seen_at timestamptz;
alter table accounts.known_device alter column first_seen_at set default now();

-- Since when the device is known that a session was opened on, covered by its seal; null: it is not new.
alter table accounts.session add column device_since timestamptz;
