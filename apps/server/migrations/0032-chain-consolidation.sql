-- Many small outputs of ours on bitcoin are made one while fees are low, from the house to the house.
alter table wallets.chain_transaction drop constraint chain_transaction_purpose_check;
alter table wallets.chain_transaction add constraint chain_transaction_purpose_check
  check (purpose in ('payout', 'sweep', 'gas_funding', 'gap_filling', 'consolidation'));
-- Taken by such a one, as by a withdrawal: by one of them at most.
alter table wallets.chain_outpoint add column taken_by bigint references wallets.chain_transaction;
alter table wallets.chain_outpoint add constraint chain_outpoint_taken_once
  check (reserved_for is null or taken_by is null);
create index chain_outpoint_by_move on wallets.chain_outpoint (taken_by) where taken_by is not null;
