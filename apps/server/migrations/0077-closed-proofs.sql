-- Proof that two operators closed a deposit before votes had proofs; null: closed later, or not closed by two.
alter table wallets.deposit add column closed_proof bytea;
