-- The two roles of a database of your own (docs/operations.md, "The two roles of the database").
--
-- Run once as the administrator of the server, connected to the exchange's database, after both passwords were replaced;
-- the second part hands over what another role owned until now, and does nothing in a new database. It may be run again.

do $$ begin
  if not exists (select from pg_roles where rolname = 'tukar_owner') then
    create role tukar_owner login password 'replace-the-password-of-the-owner';
  end if;
  if not exists (select from pg_roles where rolname = 'tukar_program') then
    create role tukar_program login password 'replace-the-password-of-the-program';
  end if;
end $$;

do $$ begin
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect, create on database %I to tukar_owner', current_database());
  execute format('grant connect on database %I to tukar_program', current_database());
end $$;
revoke all on schema public from public;
grant usage, create on schema public to tukar_owner;
grant usage on schema public to tukar_program;

-- Hands over what the owner of the schema `exchange` has made, and nothing of anybody else.
grant tukar_owner to current_user;
do $$ declare
  former oid := (select nspowner from pg_namespace where nspname = 'exchange');
  schemas oid[];
  statement text;
begin
  if former is null or former = 'tukar_owner'::regrole then return; end if;
  schemas := array(select oid from pg_namespace
    where nspowner = former and nspname !~ '^pg_' and nspname <> 'information_schema'
      or nspname = 'public');
  for statement in
    select format('alter %s %I.%I owner to tukar_owner',
        case c.relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end,
        n.nspname, c.relname)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.oid = any(schemas) and c.relowner = former and c.relkind in ('r', 'p', 'v', 'S')
        -- Sequences of columns go with their table; what belongs to an extension stays.
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass
          and d.objid = c.oid and d.deptype in ('a', 'i', 'e'))
    union all
    select format('alter function %s owner to tukar_owner', p.oid::regprocedure)
      from pg_proc p
      where p.pronamespace = any(schemas) and p.proowner = former
        and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass
          and d.objid = p.oid and d.deptype = 'e')
    union all
    select format('alter schema %I owner to tukar_owner', nspname)
      from pg_namespace where oid = any(schemas) and nspname <> 'public'
  loop
    execute statement;
  end loop;
end $$;
revoke tukar_owner from current_user;
