-- Coins on their way out: withdrawals, the inputs and nonces that they take, and every transaction that was
-- ever signed, stored before it is given to a chain.
create table wallets.chain_withdrawal (
  id             bigint generated always as identity primary key,
  chain          text not null references wallets.chain_cursor,
  user_id        bigint not null references accounts.users,
  currency_id    integer not null,
  -- Null: the chain's own coin.
  contract       text,
  -- Units: amount = net + fee.
  amount         bigint not null check (amount > 0),
  fee            bigint not null check (fee >= 0),
  net            bigint not null check (net > 0),
  -- The net amount as the chain counts it.
  chain_amount   numeric(78,0) not null check (chain_amount > 0),
  to_address     text not null,
  -- Who gets it (travel rule); null where nothing asked for it.
  receiver_name  text,
  receiver_address text,
  state          text not null default 'requested' check (state in ('requested', 'held',
    'waiting_approval', 'approved', 'signing', 'signed', 'broadcast', 'confirming', 'done', 'failed',
    'canceled')),
  cause          text,
  alarm          text,
  version        integer not null default 0,
  hints          integer not null default 0,
  attempts       integer not null default 0,
  next_look_at   timestamptz default now(),
  taken_until    timestamptz,
  reference      text not null unique,
  request_id     uuid not null,
  request_hash   bytea not null,
  hold_id        bigint,
  frozen_until   timestamptz,
  approvals_needed integer not null default 0,
  -- What the approving step wrote over all fields; the signer checks it with a key of its own (ATT-97).
  approval_mac   bytea,
  canceled_by    text check (canceled_by in ('user', 'link', 'operator')),
  cancel_token_hash bytea unique,
  sent_at        timestamptz,
  signed_count   integer not null default 0,
  -- Where it was mined, whichever of its transactions.
  block_height   integer,
  block_hash     text,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  unique (user_id, request_id),
  check (amount = net + fee),
  check ((block_height is null) = (block_hash is null))
);
create index chain_withdrawal_due on wallets.chain_withdrawal (next_look_at)
  where next_look_at is not null;
create index chain_withdrawal_by_user on wallets.chain_withdrawal (user_id, id desc);
create index chain_withdrawal_for_desk on wallets.chain_withdrawal (state, id desc);

-- Every transaction that the signer ever signed for us, with its bytes. Those of one slot exclude each other.
create table wallets.chain_transaction (
  id            bigint generated always as identity primary key,
  chain         text not null references wallets.chain_cursor,
  purpose       text not null check (purpose in ('payout', 'sweep', 'gas_funding', 'gap_filling')),
  withdrawal_id bigint references wallets.chain_withdrawal,
  -- The first, and one for each higher fee.
  no            integer not null check (no >= 1),
  -- EVM: whose nonce it is, and which.
  from_address  text,
  nonce         bigint check (nonce >= 0),
  -- Null until it is signed: what was asked of the signer.
  request       bytea not null,
  txid          text,
  bytes         bytea,
  -- The highest it may cost, and what it did cost, in the chain's coin.
  fee_max       numeric(78,0) not null check (fee_max >= 0),
  fee_paid      numeric(78,0) check (fee_paid >= 0),
  state         text not null default 'planned'
    check (state in ('planned', 'signed', 'sent', 'mined', 'final', 'displaced', 'void')),
  block_height  integer,
  block_hash    text,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  check ((purpose = 'payout') = (withdrawal_id is not null)),
  check ((from_address is null) = (nonce is null)),
  check ((txid is null) = (bytes is null)),
  unique (chain, txid),
  -- One slot a withdrawal, a fee at a time (INV-13).
  unique (withdrawal_id, no),
  unique (chain, from_address, nonce, no)
);
create index chain_transaction_open on wallets.chain_transaction (chain, id)
  where state in ('planned', 'signed', 'sent', 'mined');

-- Outputs of ours on bitcoin: what users sent, and change. Spent by the withdrawal that takes it.
create table wallets.chain_outpoint (
  txid         text not null,
  output_index integer not null check (output_index >= 0),
  amount       numeric(78,0) not null check (amount > 0),
  -- Which key: 0 addresses of users, 1 change (BIP84).
  branch       integer not null check (branch in (0, 1)),
  key_index    integer not null check (key_index >= 0),
  is_coinbase  boolean not null,
  block_height integer,
  block_hash   text,
  -- Taken by a slot, and by which: given back only where none of its transactions can be mined any more.
  reserved_for bigint references wallets.chain_withdrawal,
  spent_txid   text,
  spent_height integer,
  primary key (txid, output_index),
  check ((block_height is null) = (block_hash is null))
);
create index chain_outpoint_free on wallets.chain_outpoint (amount)
  where reserved_for is null and spent_txid is null and block_height is not null;
create index chain_outpoint_by_withdrawal on wallets.chain_outpoint (reserved_for)
  where reserved_for is not null;

-- The next nonce of each sending address: taken in the transaction that takes the slot, without gaps (INV-16).
create table wallets.chain_nonce (
  chain      text not null references wallets.chain_cursor,
  address    text not null,
  next_nonce bigint not null default 0 check (next_nonce >= 0),
  primary key (chain, address)
);
