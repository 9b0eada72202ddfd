-- A session that a browser opened is known by its token and by a cookie that scripts cannot read. This is the hash of
-- that cookie; null for clients that keep none.
alter table accounts.session add column client_hash bytea;
