-- Coins that the house puts up itself at a hot wallet, for network fees: two people say so, and the chain has
-- to hold as much more than the books say.
alter table wallets.chain_reserve drop constraint chain_reserve_purpose_check;
alter table wallets.chain_reserve add constraint chain_reserve_purpose_check
  check (purpose in ('payout', 'gas', 'own'));
alter table wallets.chain_reserve add column proposed_by bigint references accounts.users;
alter table wallets.chain_reserve add column confirmed_by bigint references accounts.users;
alter table wallets.chain_reserve add column reason text;
alter table wallets.chain_reserve add constraint chain_reserve_two_people
  check ((purpose = 'own') = (proposed_by is not null)
    and (confirmed_by is null or confirmed_by <> proposed_by)
    and (purpose <> 'own' or booked_at is null or confirmed_by is not null));
