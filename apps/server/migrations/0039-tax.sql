-- What days that are over came to in taxes and bourse fees: sums of trades, which never change again. Made of
-- exchange.trade and exchange.ledger_entry alone, so that it may be emptied at any time.
create schema tax;

create table tax.day_sum (
  -- The day's first moment in Jakarta, in milliseconds since 1970.
  from_ms bigint primary key,
  -- By market, side, kind, rate and currency: as modules/tax/store.ts has it (ChargeTotal).
  traded  jsonb not null,
  -- By house account and currency, as the ledger's entries have it (LedgerSum).
  booked  jsonb not null
);
