-- When a session ends at the latest, under its seal: a later end that somebody writes makes it nobody's session. Null:
-- opened before there was one.
alter table accounts.session add column lasts_until timestamptz;
