-- What operators decided since the day began is found without reading all that they ever did.
create index approval_by_time on wallets.approval (kind, at);
