-- What proves that a coin may leave: written by the request, by the approving step, and seen of the signer.
-- Over all that a person asked for, under a key of the server's own: a row that was put here by hand has none.
alter table wallets.chain_withdrawal add column request_mac bytea;
-- What was approved, as the signer gets it; its proof is in approval_mac.
alter table wallets.chain_withdrawal add column approval text;
create index chain_withdrawal_counted on wallets.chain_withdrawal (user_id, currency_id, created_at);

-- Of what a sweep or a funding moves; null: the chain's own coin.
alter table wallets.chain_transaction add column contract text;
-- By which the signer knows a move of our own, whatever its fee; a payout goes by its withdrawal's reference.
alter table wallets.chain_transaction add column reference text;
alter table wallets.chain_transaction add column sent_at timestamptz;
create index chain_transaction_by_slot on wallets.chain_transaction (chain, from_address, nonce);

-- The last number of the signer's book that was seen: a book behind it was restored, and signs nothing.
create table wallets.signer_book (
  one    boolean primary key default true check (one),
  number bigint not null check (number >= 0)
);

-- How far bitcoin's blocks were searched for outputs of ours that come in or are spent.
create table wallets.chain_house_block (
  height integer primary key check (height >= 0),
  hash   text not null
);
