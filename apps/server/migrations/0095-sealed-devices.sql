-- Whose device it is, and since when: a row that somebody puts here is no device of an account. Null: noted before there
-- were seals; the next start seals those once.
alter table accounts.known_device add column seal bytea;
