-- What goes to one address within a day is counted before each payout (H-4).
create index chain_withdrawal_to_address on wallets.chain_withdrawal (currency_id, lower(to_address));
