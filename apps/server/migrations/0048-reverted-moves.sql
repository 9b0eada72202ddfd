-- A move of the house that its chain took in and that failed there: it cost its fee and moved nothing, so that
-- what an address has is still to be swept.
alter table wallets.chain_transaction add column is_reverted boolean not null default false;
