-- The seal of a row: an HMAC over all its columns and the seal before it, under a key that the database does not have.
-- Rows of before have none until the engine seals them, once; none is added or changed without one any more.
alter table exchange.journal add column mac bytea;
alter table exchange.journal
  add constraint journal_sealed check (mac is not null and length(mac) = 32) not valid;
