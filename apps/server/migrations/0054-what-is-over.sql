-- What is over is looked for each minute.
create index session_expiry on accounts.session (expires_at);
create index email_link_open on accounts.email_link (expires_at) where ended_at is null;
