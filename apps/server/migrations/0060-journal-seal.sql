-- The seal of a row: an HMAC over all its columns and the seal before it, under a key that the database does not have.
-- No row is added without one any more.
alter table exchange.journal add column mac bytea;
alter table exchange.journal
  add constraint journal_sealed check (mac is not null and length(mac) = 32) not valid;

-- The seals of rows from before, which the engine adds once: the journal itself is only ever added to.
create table exchange.old_seal (
  row_no bigint primary key,
  mac    bytea not null check (length(mac) = 32)
);
