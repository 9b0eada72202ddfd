-- Transfers are looked for by their cause, and by their time, which only ever grows.
create index transfer_by_source on exchange.transfer (source);
create index transfer_by_time on exchange.transfer using brin (time_ms);
