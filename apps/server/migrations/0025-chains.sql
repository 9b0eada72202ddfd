-- Coins on chains: addresses of users, how far each chain was taken in, and what came in. Amounts of a chain
-- are in its own finest unit, as numeric(78,0); units of the books stay bigint (R-04).

-- One address a user and chain family, made from an extended public key by its index (SRV-63).
create table wallets.chain_address (
  family     text not null check (family in ('bitcoin', 'evm')),
  user_id    bigint not null references accounts.users,
  -- Counted without gaps, so that a search from the key alone finds all of them.
  index      integer not null check (index >= 0),
  -- As the chain's addresses are compared: EVM in lower case.
  address    text not null,
  created_at timestamptz not null default now(),
  primary key (family, user_id),
  unique (family, index),
  unique (family, address)
);

-- How far a chain was taken in. Read for update by whoever takes in more, or judges by it (ATT-83).
create table wallets.chain_cursor (
  chain          text primary key check (chain in ('bitcoin', 'ethereum', 'arbitrum', 'bnb')),
  -- The chain that the node said it is: never another one afterwards (ATT-78).
  genesis_hash   text not null,
  tip_height     integer,
  -- The node's own tip at the last look.
  head_height    integer,
  -- What the chain itself calls final; null where it has no word for it.
  final_height   integer,
  -- When tip and final block last moved, and when a look last succeeded.
  tip_moved_at   timestamptz,
  final_moved_at timestamptz,
  looked_at      timestamptz,
  -- Why nothing is credited, in a word; ended by a person, or by a look that succeeds.
  paused         text
);

-- The stretches that were taken in and may still change: one block each, or several that were read as one.
create table wallets.chain_block (
  chain       text not null references wallets.chain_cursor,
  height      integer not null,
  from_height integer not null check (from_height <= height),
  hash        text not null,
  primary key (chain, height)
);

create table wallets.chain_deposit (
  id            bigint generated always as identity primary key,
  chain         text not null references wallets.chain_cursor,
  user_id       bigint not null references accounts.users,
  currency_id   integer not null,
  -- The fact: never changed. An EVM log is counted within its transaction, its own coin is -1.
  txid          text not null,
  output_index  integer not null,
  to_address    text not null,
  contract      text,
  amount        numeric(78,0) not null check (amount > 0),
  is_coinbase   boolean not null,
  -- Units, rounded down; null: more than can be booked. What is finer stays here as dust (R-02).
  units         bigint check (units >= 0),
  -- Where it stands in the chain now; null: in no block.
  block_height  integer,
  block_hash    text,
  is_in_pool    boolean not null default false,
  -- Confirmations until it is final; null: the chain says when.
  needed        integer check (needed > 0),
  state         text not null check (state in ('seen', 'confirming', 'too_small', 'held', 'crediting',
    'credited', 'undone', 'reversing', 'claimed_back')),
  cause         text,
  alarm         text,
  version       integer not null default 0,
  hints         integer not null default 0,
  attempts      integer not null default 0,
  next_look_at  timestamptz default now(),
  taken_until   timestamptz,
  -- How often it was credited and taken back, plus one.
  life          integer not null default 1,
  is_added_up   boolean not null default false,
  -- When it began to count for the travel rule's day.
  counted_at    timestamptz,
  -- Who sent it, as its owner tells (SRV-68): once.
  sender_name    text,
  sender_address text,
  sender_id_number text,
  sender_told_at timestamptz,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  check ((block_height is null) = (block_hash is null)),
  check (not is_in_pool or block_height is null)
);
-- One row a fact (INV-12); the same transaction mined with another effect is another fact.
create unique index chain_deposit_fact on wallets.chain_deposit
  (chain, txid, output_index, to_address, coalesce(contract, ''), amount);
-- Of which one at most stands in the chain at any time.
create unique index chain_deposit_in_chain on wallets.chain_deposit (chain, txid, output_index)
  where block_height is not null;
create index chain_deposit_due on wallets.chain_deposit (next_look_at) where next_look_at is not null;
create index chain_deposit_by_user on wallets.chain_deposit (user_id, id desc);
create index chain_deposit_for_desk on wallets.chain_deposit (state, id desc);
create index chain_deposit_by_height on wallets.chain_deposit (chain, block_height)
  where block_height is not null;
create index chain_deposit_confirming on wallets.chain_deposit (chain, block_height)
  where state = 'confirming';
create index chain_deposit_gone on wallets.chain_deposit (chain)
  where block_height is null and (not is_in_pool or state = 'credited')
    and state in ('seen', 'confirming', 'too_small', 'held', 'credited');
create index chain_deposit_nowhere on wallets.chain_deposit (chain, updated_at)
  where block_height is null;
create index chain_deposit_small on wallets.chain_deposit (user_id, chain, currency_id)
  where state = 'too_small' and not is_added_up;
create index chain_deposit_counted on wallets.chain_deposit (user_id, currency_id, counted_at)
  where counted_at is not null;

alter table wallets.step drop constraint step_kind_check;
alter table wallets.step add constraint step_kind_check
  check (kind in ('deposit', 'withdrawal', 'chain_deposit', 'chain_withdrawal'));
alter table wallets.approval drop constraint approval_kind_check;
alter table wallets.approval add constraint approval_kind_check
  check (kind in ('deposit', 'withdrawal', 'chain_deposit', 'chain_withdrawal'));
