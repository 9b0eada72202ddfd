-- Passwords are stored under a key from now on (ADR 0050), which no column shows. An earlier version cannot check them, so
-- it must not lead on this database: this number keeps it away.
comment on column accounts.users.password_hash is 'argon2id, as an HMAC under a key of the server''s secret: $keyed$...';
