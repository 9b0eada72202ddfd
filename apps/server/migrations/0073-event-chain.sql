-- The chain of security events: each entry covers one event and the entry before it, under a key that the database does
-- not have. An event that somebody removes, or changes, is missed by its entry.
create table security.event_seal (
  no       bigint primary key check (no > 0),
  event_id bigint not null unique,
  mac      bytea not null check (octet_length(mac) = 32)
);
create trigger seal_is_final before update or delete or truncate on security.event_seal
  for each statement execute function security.refuse_change();
