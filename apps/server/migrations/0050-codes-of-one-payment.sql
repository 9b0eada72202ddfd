-- A code may be asked for one payment; it confirms no other then (ATT-13). HMAC-SHA-256 with a key of the
-- installation over what is paid; null: its asker named none.
alter table accounts.one_time_code
  add column payment_hash bytea check (octet_length(payment_hash) = 32);
