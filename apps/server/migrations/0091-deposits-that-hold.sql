-- Finds the deposits that may hold their owners' accounts, of all that there are: each minute they are compared with what
-- was said of them (security.row_proof).
create index chain_deposit_holding on wallets.chain_deposit (user_id)
  where life > 1 or state in ('reversing', 'claimed_back');
