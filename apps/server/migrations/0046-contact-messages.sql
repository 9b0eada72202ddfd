-- Messages go with the account of their address, whatever case it was written in; others after a year.
alter table contact.message add column email_key text;
-- As the server folds addresses: their form, blanks around them, case.
update contact.message set email_key = lower(btrim(normalize(email, nfkc)));
alter table contact.message alter column email_key set not null;
create index message_by_email on contact.message (email_key);
create index message_by_time on contact.message (created_at);
