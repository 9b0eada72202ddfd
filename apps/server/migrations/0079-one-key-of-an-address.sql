-- A domain in punycode and the same domain in Unicode reach one mailbox, so that an account has one key for both: the
-- Unicode form. Needless quotes and dots of input methods go as well. An account keeps its key where another account has
-- the new one.
create function accounts.letters_of_0079(label text) returns text language plpgsql as $$
declare
  rest text := substr(label, 5);
  cut int := length(rest) - position('-' in reverse(rest)) + 1;
  output int[] := '{}';
  code bigint := 128; bias int := 72; place bigint := 0; before bigint; weight bigint;
  digit int; threshold int; k int; delta bigint; size int; at int := 1;
begin
  if position('-' in rest) > 0 then
    select coalesce(array_agg(ascii(letter) order by ordinality), '{}') into output
      from regexp_split_to_table(left(rest, cut - 1), '') with ordinality as parts (letter, ordinality)
      where letter <> '';
    rest := substr(rest, cut + 1);
  end if;
  while at <= length(rest) loop
    before := place; weight := 1; k := 36;
    loop
      if at > length(rest) then return label; end if;
      digit := position(substr(rest, at, 1) in 'abcdefghijklmnopqrstuvwxyz0123456789') - 1;
      if digit < 0 then return label; end if;
      at := at + 1;
      place := place + digit * weight;
      threshold := least(greatest(k - bias, 1), 26);
      exit when digit < threshold;
      weight := weight * (36 - threshold);
      k := k + 36;
    end loop;
    size := coalesce(array_length(output, 1), 0) + 1;
    delta := (place - before) / case when before = 0 then 700 else 2 end;
    delta := delta + delta / size;
    k := 0;
    while delta > 455 loop delta := delta / 35; k := k + 36; end loop;
    bias := k + (36 * delta) / (delta + 38);
    code := code + place / size;
    place := place % size;
    output := output[1:place] || code::int || output[place + 1:];
    place := place + 1;
  end loop;
  -- No letters but controls: no mail server has such a domain.
  if exists (select from unnest(output) one where one < 32 or one between 127 and 159) then return label; end if;
  return (select string_agg(chr(one), '' order by ordinality) from unnest(output) with ordinality as all_of (one, ordinality));
exception when others then
  return label;
end $$;

create function accounts.key_of_0079(old text) returns text language sql as $$
  select regexp_replace(split.local, '^"([^"\\]*)"$', '\1') || '@' || (
    select string_agg(
      case when label like 'xn--%' then lower(normalize(accounts.letters_of_0079(label), nfkc)) else label end, '.'
      order by ordinality)
    from regexp_split_to_table(regexp_replace(replace(split.domain, '。', '.'), '\.$', ''), '\.')
      with ordinality as labels (label, ordinality))
  from (select left(old, -position('@' in reverse(old))) as local,
    right(old, position('@' in reverse(old)) - 1) as domain) split
$$;

update accounts.users person set email_key = accounts.key_of_0079(person.email_key)
  where (person.email_key like '%xn--%' or person.email_key like '"%' or person.email_key like '%。%')
    and accounts.key_of_0079(person.email_key) <> person.email_key
    and not exists (
      select 1 from accounts.users other
      where other.id <> person.id
        and accounts.key_of_0079(other.email_key) = accounts.key_of_0079(person.email_key));

update contact.message set email_key = accounts.key_of_0079(email_key)
  where email_key like '%xn--%' or email_key like '"%' or email_key like '%。%';

drop function accounts.key_of_0079(text);
drop function accounts.letters_of_0079(text);
