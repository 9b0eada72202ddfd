-- Whose an address is, sealed when it was given; null: given before there were seals.
alter table wallets.chain_address add column seal bytea;
-- That a deposit may be credited, and that its last credit was taken back.
alter table wallets.chain_deposit add column credit_proof bytea, add column reversal_proof bytea;
-- Which bank account a person saved; null: saved before there were seals.
alter table bank.account add column seal bytea;
