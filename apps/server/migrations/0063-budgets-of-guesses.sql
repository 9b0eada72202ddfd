-- Whoever guesses spends tries of his own: codes of a factor are counted by where they are tried from, and codes by
-- mail belong to a session; 0: all sessions on devices that are new share one. What is alive is asked for anew.
delete from accounts.code_attempt;
alter table accounts.code_attempt
  add column source text not null,
  drop constraint code_attempt_pkey,
  add primary key (user_id, source);
delete from accounts.one_time_code;
alter table accounts.one_time_code
  add column session_id bigint not null,
  drop constraint one_time_code_pkey,
  add primary key (user_id, purpose, session_id);
