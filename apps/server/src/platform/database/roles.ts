/**
 * The two roles of a database (M-3): its owner, who changes the schema, and the program, which owns nothing.
 * The program's role can neither disable a trigger nor change append-only tables.
 */
import { pg } from './driver.ts'
import { onClient, onSchema } from './on-client.ts'
import {
  exchangeSchemas,
  programRights,
  programSequences,
  type Right,
  rightsHash,
} from './program-rights.ts'

/** The program's role has too many rights, or the owner must migrate the schema first. */
export class RolesRefused extends Error {
  override readonly name = 'RolesRefused'
}

/** No such role, or another password. */
const signInRefused: readonly unknown[] = ['28P01', '28000']
const rights = ['insert', 'update', 'delete'] as const
const tables = [...programRights.keys()]

/** Whether the error means that a role lacks a right, or that a table does not exist. */
export function isRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^42(501|P01)$/.test(error.code ?? '')
}

/**
 * Ensures that the program's role can sign in to an embedded cluster: creates it, or sets the password of its
 * address. A replica has its primary's roles and is left unchanged.
 */
export async function ensureProgramRole(ownerUrl: string, programUrl: string): Promise<void> {
  if (await canSignIn(programUrl)) return
  const { username, password } = new URL(programUrl)
  await onClient(ownerUrl, async (client) => {
    const found = await client.query<{ isThere: boolean; follows: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as "isThere",
         pg_is_in_recovery() as follows`,
      [username],
    )
    const { isThere = false, follows = false } = found.rows[0] ?? {}
    if (follows) return
    await client.query(
      `${isThere ? 'alter' : 'create'} role ${pg.escapeIdentifier(username)} login nosuperuser
       nocreatedb nocreaterole noreplication nobypassrls password ${pg.escapeLiteral(password)}`,
    )
  })
}

async function canSignIn(url: string): Promise<boolean> {
  try {
    await onClient(url, async () => undefined)
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && signInRefused.includes(error.code)) return false
    throw error
  }
}

/**
 * Whether the role of this connection has the rights of this version's list, according to the owner's record
 * of the last grant; also true for a role that owns the tables. Requires this version's schema.
 */
export async function hasRights(client: pg.Client): Promise<boolean> {
  const found = await client.query(
    `select from granted_role where role_name = current_user and rights_hash = $1
     union all
     select from pg_class where oid = 'exchange.journal'::regclass
       and pg_has_role(current_user, relowner, 'member')`,
    [rightsHash],
  )
  return found.rows.length > 0
}

/**
 * Grants the role of `programUrl` the rights of the list and revokes all others, as the owner. Does nothing
 * for a role that owns the tables.
 */
export async function grantRights(ownerUrl: string, programUrl: string): Promise<void> {
  const role = await onClient(programUrl, readRole)
  await onSchema(ownerUrl, async (client) => {
    if (await owns(client, role)) return
    await client.query('begin')
    for (const statement of await grantsFor(client, role)) await client.query(statement)
    await client.query(
      `insert into granted_role (role_name, rights_hash) values ($1, $2)
       on conflict (role_name) do update set rights_hash = excluded.rights_hash, granted_at = now()`,
      [role, rightsHash],
    )
    await client.query('commit')
  })
}

async function readRole(client: pg.Client): Promise<string> {
  const found = await client.query<{ role: string }>('select current_user as role')
  return found.rows[0]?.role ?? ''
}

async function owns(client: pg.Client, role: string): Promise<boolean> {
  const found = await client.query(
    `select from pg_class where oid = any($2::regclass[]) and pg_has_role($1, relowner, 'member')`,
    [role, tables],
  )
  return found.rows.length > 0
}

async function grantsFor(client: pg.Client, role: string): Promise<readonly string[]> {
  const found = await client.query<{ name: string }>('select current_database() as name')
  const database = pg.escapeIdentifier(found.rows[0]?.name ?? '')
  const to = pg.escapeIdentifier(role)
  const schemas = exchangeSchemas.join(', ')
  const having = (right: Right) =>
    tables.filter((table) => programRights.get(table)?.includes(right)).join(', ')
  return [
    `revoke temporary on database ${database} from public`,
    `revoke create on schema ${schemas} from public, ${to}`,
    `revoke all on table ${tables.join(', ')} from public, ${to}`,
    `grant usage on schema ${schemas} to ${to}`,
    `grant usage on sequence ${programSequences.join(', ')} to ${to}`,
    `grant select on table ${tables.join(', ')} to ${to}`,
    ...rights.map((right) => `grant ${right} on table ${having(right)} to ${to}`),
  ]
}

type RoleRights = {
  readonly name: string
  readonly isSuperuser: boolean
  readonly isMighty: boolean
  readonly owned: number
  readonly creates: boolean
  readonly silencesTriggers: boolean
}

/**
 * The rights of a role that the program must not have, in words; empty if the roles are separated.
 *
 * @param role the role; null: that of this connection
 */
export async function findExcessRights(
  client: pg.Client,
  role: string | null,
): Promise<readonly string[]> {
  const found = await client.query<RoleRights>(
    `select r.rolname as name, r.rolsuper as "isSuperuser",
       r.rolcreaterole or r.rolreplication or r.rolbypassrls as "isMighty",
       (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname || '.' || c.relname = any($2)
          and pg_has_role(r.oid, c.relowner, 'member')) as owned,
       exists (select from pg_namespace where nspname = any($3)
         and has_schema_privilege(r.oid, oid, 'create')) as creates,
       has_parameter_privilege(r.oid, 'session_replication_role', 'set') as "silencesTriggers"
     from pg_roles r where r.rolname = coalesce($1, current_user)`,
    [role, tables, exchangeSchemas],
  )
  const [roleRights] = found.rows
  if (roleRights === undefined) return ['it is not there']
  const { isSuperuser, isMighty, owned, creates, silencesTriggers } = roleRights
  if (isSuperuser) return ['it is a superuser']
  return [
    ...(isMighty ? ['it may create roles, replicate, or pass row security'] : []),
    ...(owned > 0 ? [`it owns ${owned} tables, or may become their owner`] : []),
    ...(creates ? ['it may create in a schema of the exchange'] : []),
    ...(silencesTriggers ? ['it may set session_replication_role'] : []),
    ...(owned > 0 ? [] : await tableExcess(client, roleRights.name)),
  ]
}

/** Rights on tables that are not in the list. */
async function tableExcess(client: pg.Client, role: string): Promise<readonly string[]> {
  const found = await client.query<{ place: string; right: string }>(
    `select place, "right" from (
       select n.nspname || '.' || c.relname as place, "right",
         case when "right" in ('insert', 'update')
           then has_any_column_privilege($1, c.oid, "right")
           else has_table_privilege($1, c.oid, "right") end as may
       from pg_class c join pg_namespace n on n.oid = c.relnamespace,
         unnest($3::text[]) as "right"
       where n.nspname || '.' || c.relname = any($2)) asked
     where may order by place, "right"`,
    [role, tables, [...rights, 'truncate', 'trigger', 'references']],
  )
  const isListed = (table: string, right: string): boolean =>
    programRights.get(table)?.some((listed) => listed === right) === true
  return found.rows
    .filter(({ place, right }) => !isListed(place, right))
    .map(({ place, right }) => `it may ${right} on ${place}`)
}

/** Disabled triggers of the exchange's tables, by name; some of them refuse changes. */
export async function silencedTriggers(client: pg.Client): Promise<readonly string[]> {
  const found = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname || ' ' || t.tgname as name
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname || '.' || c.relname = any($1) and t.tgenabled in ('D', 'R') order by name`,
    [tables],
  )
  return found.rows.map(({ name }) => name)
}
