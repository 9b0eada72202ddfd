-- Attempts at passwords are counted in `security.tally`, under subjects that only the server can make: rows of a table
-- that the program changes and removes are no count.
drop table accounts.sign_in_attempt;
