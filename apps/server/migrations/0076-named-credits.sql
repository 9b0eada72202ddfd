-- Credits of coins are named after what the chain has, so that a second row of it is given the first one's answer. What
-- was there before keeps the name of its row: it may be booked under that one. Nobody adds to this, nor takes from it.
create table wallets.old_chain_deposit (
  chain        text not null,
  txid         text not null,
  output_index integer not null,
  to_address   text not null,
  -- Empty: the chain's own coin.
  contract     text not null,
  amount       numeric(78,0) not null,
  deposit_id   bigint not null,
  primary key (chain, txid, output_index, to_address, contract, amount)
);
insert into wallets.old_chain_deposit
  select chain, txid, output_index, to_address, coalesce(contract, ''), amount, id
  from wallets.chain_deposit;

-- Entries of one action are looked for at each start.
create index audit_entry_by_action on desk.audit_entry (action, no);
