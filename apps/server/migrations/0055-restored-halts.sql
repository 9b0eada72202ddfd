-- Whether a database was put back from a backup while the halt was open: people are told before they end it.
alter table books.currency_halt add column is_restored boolean not null default false;
