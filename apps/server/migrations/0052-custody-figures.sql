-- The figures of a judgment, so that a verdict is shown beside those that it is about; null in one of before.
alter table wallets.chain_custody_verdict
  -- Units; held is null while it is not known.
  add column held        bigint,
  add column liabilities bigint check (liabilities >= 0),
  add column in_flight   bigint check (in_flight >= 0);
