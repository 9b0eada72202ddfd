-- What addresses are made of: the extended public keys as the signer first told them. Another one later
-- would be a signer that lost its seed, or is not ours: addresses go on being made of these.
create table wallets.chain_key (
  family       text primary key check (family in ('bitcoin', 'evm')),
  extended_key text not null,
  created_at   timestamptz not null default now()
);
