/**
 * What the program's role may and may not do, on a real PostgreSQL; each refusal is caused by its statement.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { pg } from './driver.ts'
import { auditRoles } from './audit-run.ts'
import { toProgramUrl } from './embedded.ts'
import { isUpToDate, migrate } from './migrate.ts'
import { onClient } from './on-client.ts'
import { exchangeSchemas, programRights, programSequences, type Right } from './program-rights.ts'
import { ensureProgramRole, findExcessRights, grantRights } from './roles.ts'
import { type TestCluster, temporaryCluster } from './testing/cluster.ts'

const tables = [...programRights.keys()]
const onlyAddedTo = tables.filter((table) => programRights.get(table)?.join() === 'insert')
const sources = path.resolve(import.meta.dirname, '../../../src')
const rolesFile = path.resolve(import.meta.dirname, '../../../../../docs/database-roles.sql')

let cluster: TestCluster
let ownerUrl: string
let programUrl: string

before(async () => {
  cluster = await temporaryCluster()
  ownerUrl = await cluster.database()
  programUrl = toProgramUrl(ownerUrl)
  await grantRights(ownerUrl, programUrl)
})

after(() => cluster.stop())

async function rowsOf(url: string, text: string, values: unknown[] = []): Promise<unknown[]> {
  return onClient(url, async (client) => (await client.query<object>(text, values)).rows)
}

/** The code of PostgreSQL's refusal; null if the statement succeeded, which is then rolled back. */
async function refusalOf(client: pg.Client, statement: string): Promise<string | null> {
  await client.query('begin')
  try {
    await client.query(statement)
    return null
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.code ?? ''
    throw error
  } finally {
    await client.query('rollback')
  }
}

test('M-3: each table, view and sequence that the program needs has its line; a new one without a line fails here', async () => {
  const found = await rowsOf(
    ownerUrl,
    `select array_agg(n.nspname || '.' || c.relname order by n.nspname || '.' || c.relname)
         filter (where c.relkind in ('r', 'p', 'v', 'm', 'f')) as tables,
       array_agg(n.nspname || '.' || c.relname) filter (where c.relkind = 'S'
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i')) as sequences,
       array_agg(distinct n.nspname::text order by n.nspname::text) as schemas
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
  )
  assert.deepEqual(found, [
    { tables: tables.toSorted(), sequences: programSequences, schemas: exchangeSchemas },
  ])
})

test('M-3: the program has exactly the rights of the list, and owns nothing', async () => {
  const rights = ['select', 'insert', 'update', 'delete', 'truncate', 'trigger', 'references']
  const found = await onClient(programUrl, (client) =>
    client.query<{ place: string; may: readonly string[] }>(
      `select place, array(select r from unnest($2::text[]) with ordinality as a (r, no)
         where has_table_privilege(place, r) order by no) as may
       from unnest($1::text[]) as place`,
      [tables, rights],
    ),
  )
  const wanted = tables.map((place) => ({
    place,
    may: ['select', ...(programRights.get(place) ?? [])],
  }))
  assert.deepEqual(found.rows, wanted)
  await onClient(programUrl, async (client) => {
    assert.deepEqual(await findExcessRights(client, null), [])
  })
})

test('M-3: the program cannot change, delete, truncate or alter append-only tables in any way', async () => {
  assert.ok(onlyAddedTo.includes('security.event') && onlyAddedTo.includes('exchange.journal'))
  await onClient(programUrl, async (client) => {
    for (const table of onlyAddedTo) {
      const column = await client.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0
           and attidentity = '' order by attnum limit 1`,
        [table],
      )
      const name = column.rows[0]?.name ?? ''
      for (const statement of [
        `update ${table} set ${name} = ${name}`,
        `delete from ${table}`,
        `truncate ${table}`,
        `truncate ${table} cascade`,
        `select 1 from ${table} for update`,
        `lock table ${table} in access exclusive mode`,
        `alter table ${table} disable trigger all`,
        `alter table ${table} add column more text`,
        `alter table ${table} owner to current_user`,
        `alter table ${table} rename to other`,
        `create trigger mine before insert on ${table} execute function security.refuse_change()`,
        `create rule mine as on insert to ${table} do instead nothing`,
        `create index on ${table} (${name})`,
        `alter table ${table} enable row level security`,
        `drop table ${table} cascade`,
      ]) {
        assert.equal(await refusalOf(client, statement), '42501', statement)
      }
    }
  })
})

test('M-3: the program can neither disable triggers, nor create anything, nor assume or read other roles', async () => {
  const [schema = ''] = exchangeSchemas
  await onClient(programUrl, async (client) => {
    for (const statement of [
      'set session_replication_role = replica',
      `select set_config('session_replication_role', 'replica', false)`,
      'set role tukar',
      'set session authorization tukar',
      'alter role current_user superuser',
      'alter role current_user createrole',
      `alter role tukar password 'x'`,
      'create role another',
      'grant tukar to current_user',
      'alter system set fsync = off',
      'create schema another',
      'create table public.another (no bigint)',
      'create temporary table another (no bigint)',
      `create table ${schema}.another (no bigint)`,
      `create view ${schema}.another as select 1`,
      `create function ${schema}.another() returns int language sql as 'select 1'`,
      `create or replace function security.refuse_change() returns trigger language plpgsql
         as 'begin return null; end'`,
      `create function pg_temp.another() returns int language sql as 'select 1'`,
      'alter function security.refuse_change() owner to current_user',
      'drop function security.refuse_change() cascade',
      'create extension pgcrypto',
      'drop schema security cascade',
      'alter database postgres owner to current_user',
      'select * from pg_authid',
      'select * from pg_shadow',
      `select pg_read_file('PG_VERSION')`,
      `copy accounts.users to '/tmp/users'`,
      `copy accounts.users to program 'cat'`,
      `select pg_create_physical_replication_slot('mine')`,
      `insert into granted_role (role_name, rights_hash) values ('me', '')`,
      `insert into applied_migration (name) values ('9999')`,
      `delete from applied_migration`,
    ]) {
      const refusal = await refusalOf(client, statement)
      assert.ok(refusal === '42501' || refusal === '25001', `${statement}: ${refusal}`)
    }
  })
})

test('M-3: a right that was granted to the program, and a disabled trigger, are found by the audit', async (t) => {
  const url = await cluster.database()
  const place = { url: toProgramUrl(url), ownerUrl: url }
  const lines: string[] = []
  const print = (line: string): void => void lines.push(line)
  assert.equal(await auditRoles(place, print), true)
  for (const [done, told] of [
    ['grant delete on security.event to tukar_program', 'it may delete on security.event'],
    ['grant update (hash) on exchange.journal to tukar_program', 'it may update on exchange'],
    ['grant create on schema desk to tukar_program', 'it may create in a schema'],
    ['alter table security.event owner to tukar_program', 'it owns 1 tables'],
    ['alter table desk.audit_entry disable trigger entry_is_final', 'entry_is_final is off'],
  ] as const) {
    lines.length = 0
    await rowsOf(url, done)
    assert.equal(await auditRoles(place, print), false, done)
    assert.ok(
      lines.some((line) => line.startsWith('WRONG') && line.includes(told)),
      `${done}: ${lines.join('\n')}`,
    )
  }
  t.diagnostic(lines.join('\n'))
})

test('M-3: the audit reports a single role for everything, and passes', async () => {
  const lines: string[] = []
  const place = { url: ownerUrl, ownerUrl: null }
  assert.equal(await auditRoles(place, (line) => lines.push(line)), true)
  assert.match(lines.join(), /not separated, of the program's: it is a superuser/)
})

test('M-3: a cluster of the previous version is converted: the role is created, and works once the owner has granted its rights', async () => {
  const url = await cluster.database()
  // A new role name, because the cluster is shared.
  const own = new URL(toProgramUrl(url))
  own.username = 'tukar_program_new'
  const program = own.toString()
  await ensureProgramRole(url, program)
  try {
    await rowsOf(url, `drop table granted_role`)
    await rowsOf(url, `delete from applied_migration where name = '0064-program-role.sql'`)
    assert.equal(await isUpToDate(program), false)
    await assert.rejects(rowsOf(program, 'select from security.event'), /permission denied/)
    assert.ok((await migrate(url)).length > 0)
    assert.equal(await isUpToDate(program), false)
    await grantRights(url, program)
    assert.equal(await isUpToDate(program), true)
    await rowsOf(program, `insert into security.event (kind) values ('test')`)
    await rowsOf(program, `select nextval('accounts.user_id')`)
    await onClient(program, async (client) =>
      assert.deepEqual(await findExcessRights(client, null), []),
    )
  } finally {
    await rowsOf(url, 'drop owned by tukar_program_new; drop role tukar_program_new')
  }
})

test('M-3: a password that differs from the one in the URL is set again', async () => {
  const url = new URL(toProgramUrl(ownerUrl))
  url.username = 'tukar_program_again'
  await ensureProgramRole(ownerUrl, url.toString())
  try {
    url.password = 'another'
    await ensureProgramRole(ownerUrl, url.toString())
    assert.deepEqual(await rowsOf(url.toString(), 'select 1 as one'), [{ one: 1 }])
  } finally {
    await rowsOf(ownerUrl, 'drop role tukar_program_again')
  }
})

/** The roles of the documented file under names of this test, created as by a server's administrator. */
async function makeRolesOn(t: TestContext, url: string): Promise<{ owner: string; app: string }> {
  const text = readFileSync(rolesFile, 'utf8')
    .replaceAll('tukar_owner', 'test_owner')
    .replaceAll('tukar_program', 'test_app')
  for (let times = 0; times < 2; times += 1) await rowsOf(url, text)
  t.after(async () => {
    await rowsOf(url, 'drop owned by test_owner, test_app cascade')
    await rowsOf(url, 'drop role test_owner, test_app')
  })
  const as = (username: string, password: string) =>
    Object.assign(new URL(url), { username, password }).toString()
  return {
    owner: as('test_owner', 'replace-the-password-of-the-owner'),
    app: as('test_app', 'replace-the-password-of-the-program'),
  }
}

test('M-3: the documented file makes two roles without CREATEROLE that set up a separate database', async (t) => {
  const { owner, app } = await makeRolesOn(t, await cluster.database('template1'))
  await migrate(owner)
  await grantRights(owner, app)
  assert.equal(await isUpToDate(app), true)
  await onClient(app, async (client) => assert.deepEqual(await findExcessRights(client, null), []))
  await rowsOf(app, `insert into security.event (kind) values ('test')`)
  await assert.rejects(rowsOf(app, 'create temporary table mine (no bigint)'), /permission denied/)
})

test('M-3: the documented file hands over what a single role owned until now', async (t) => {
  const url = await cluster.database()
  const { owner, app } = await makeRolesOn(t, url)
  const left = await rowsOf(
    url,
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname || '.' || c.relname = any($1) and c.relowner <> 'test_owner'::regrole
     union all select proname from pg_proc where proname = 'refuse_change'
       and proowner <> 'test_owner'::regrole
     union all select nspname from pg_namespace where nspname = any($2) and nspname <> 'public'
       and nspowner <> 'test_owner'::regrole`,
    [tables, exchangeSchemas],
  )
  assert.deepEqual(left, [])
  await grantRights(owner, app)
  await rowsOf(owner, 'alter table security.event add column later text')
  await onClient(app, async (client) => assert.deepEqual(await findExcessRights(client, null), []))
})

const verbs: readonly { readonly pattern: RegExp; readonly right: Right }[] = [
  { pattern: /insert into ([a-z_]+\.[a-z_]+)/gi, right: 'insert' },
  { pattern: /\bupdate ([a-z_]+\.[a-z_]+)(?: [a-z])/gi, right: 'update' },
  { pattern: /delete from ([a-z_]+\.[a-z_]+)/gi, right: 'delete' },
  { pattern: /insert into ([a-z_]+\.[a-z_]+)[^`]*? do update /gi, right: 'update' },
  { pattern: /merge into ([a-z_]+\.[a-z_]+)/gi, right: 'update' },
  { pattern: /lock table ([a-z_]+\.[a-z_]+)/gi, right: 'update' },
  { pattern: /from ([a-z_]+\.[a-z_]+)[^`']*? for (?:no key )?update/gi, right: 'update' },
]

test('M-3: each statement of the server that names its table has the right that it needs', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/(\.test\.ts$|\/testing\/|^testing\/)/.test(file),
  )
  assert.ok(files.length > 300)
  const lacking: string[] = []
  let seen = 0
  for (const file of files) {
    const text = readFileSync(path.join(sources, file), 'utf8').replaceAll(/\s+/g, ' ')
    for (const { pattern, right } of verbs) {
      for (const [, table = ''] of text.matchAll(pattern)) {
        const may = programRights.get(table)
        if (may === undefined || ++seen === 0 || may.includes(right)) continue
        lacking.push(`${file}: ${right} on ${table}`)
      }
    }
  }
  assert.ok(seen > 200)
  assert.deepEqual(lacking, [])
})

test("M-3: an ended session cannot be reopened by the program's role, nor can one whose end was redirected", async () => {
  const [owner, other] = await onClient(ownerUrl, async (client) => {
    const made = await client.query<{ id: string }>(
      `insert into accounts.users (full_name, nickname, email, email_key)
       select '', no, no, no from generate_series(1, 2) no returning id`,
    )
    return made.rows.map(({ id }) => id)
  })
  const openOf = (token: string) =>
    `insert into accounts.session (token_hash, user_id, expires_at)
     values (sha256('${token}'), ${owner}, now() + interval '1 day')`
  const end = `delete from accounts.session where user_id = ${owner}`
  await onClient(programUrl, async (client) => {
    await client.query(openOf('plain'))
    await client.query(end)
    assert.equal(await refusalOf(client, openOf('plain')), 'P0001')
    assert.equal(await refusalOf(client, 'delete from accounts.ended_session'), '42501')

    await client.query(openOf('renamed'))
    await client.query(`update accounts.session set token_hash = sha256('elsewhere')`)
    await client.query(end)
    assert.equal(await refusalOf(client, openOf('renamed')), 'P0001')

    await client.query(openOf('given away'))
    await client.query(`update accounts.session set user_id = ${other}`)
    await client.query(end)
    const giveBack = `update accounts.session set user_id = ${owner}`
    assert.equal(await refusalOf(client, giveBack), 'P0001')
  })
})
