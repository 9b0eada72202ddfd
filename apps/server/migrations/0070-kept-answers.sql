-- The answers to commands whose ids the server derives are kept for ever: without one, the same credit could be booked
-- once more.
create function exchange.refuse_forgetting() returns trigger language plpgsql as $$
begin
  raise exception 'answers to derived ids are kept';
end $$;

create trigger derived_answers_are_kept before update or delete on exchange.command_answer
  for each row when (old.scope = 0) execute function exchange.refuse_forgetting();
