-- Binds a session to its owner under a key that the database does not have. Sessions of before have none: they are over.
delete from accounts.session;
alter table accounts.session add column seal bytea;
