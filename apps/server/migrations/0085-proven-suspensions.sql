-- Whether an account is suspended is proven (security.row_proof); the rows are for people who look. Several that somebody
-- put there are ended alike, by nobody's change.
alter table accounts.suspension drop constraint suspension_ended_by_key;
