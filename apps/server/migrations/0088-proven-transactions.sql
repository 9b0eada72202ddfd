-- A proof, under a key that is not here, over what a transaction pays or moves, what was asked of the signer and what
-- was signed. Rows of before get theirs once, when a server that makes proofs first leads.
alter table wallets.chain_transaction add column proof bytea;
