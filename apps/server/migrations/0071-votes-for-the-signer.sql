-- What an operator was shown, word for word as its hash has it: the signer reads it where it wants votes. Null: a vote
-- of before.
alter table desk.vote add column shown text;

-- The code of an authenticator that was used up for a vote where no passkey signed it: one code, one vote.
alter table desk.vote add column code_use text;
create unique index vote_by_code on desk.vote (operator_id, code_use);
