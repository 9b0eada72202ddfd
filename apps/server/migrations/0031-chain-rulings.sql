-- What two operators agreed about a deposit: an amount beyond the books is set aside; an account that is held
-- since the chain took a credit back is let go on. Lives, as the deposit counts them; 0: none yet.
alter table wallets.chain_deposit add column set_aside_at timestamptz;
alter table wallets.chain_deposit add column released_life integer not null default 0;
alter table wallets.chain_deposit add column resumed_life integer not null default 0;
