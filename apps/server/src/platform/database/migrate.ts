/**
 * Brings the schema up to date: SQL files in the order of their names, each in one transaction with its
 * own mark, so that a start that is killed half-way leaves nothing half done (FLT-39).
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { DatabaseClient } from './client.ts'

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../migrations')
/** Any number, the same in all our processes: two starts migrate one after the other. */
const migrationLock = 7_301_844

/** The database was brought up to date by a newer version; this one would not know what it writes. */
export class NewerSchema extends Error {
  override readonly name = 'NewerSchema'
}

/**
 * Applies what is missing and returns the names of what it applied. Nobody may lead meanwhile.
 *
 * @throws NewerSchema
 */
export async function migrate(databaseUrl: string): Promise<readonly string[]> {
  return onClient(databaseUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(
      `create table if not exists applied_migration (
        name text primary key, at timestamptz not null default now())`,
    )
    const missing = await missingIn(client)
    for (const name of missing) await applyOne(client, name)
    return missing
  })
}

/**
 * The names of what `migrate` would apply.
 *
 * @throws NewerSchema
 */
export async function missingMigrations(databaseUrl: string): Promise<readonly string[]> {
  return onClient(databaseUrl, async (client) => {
    const found = await client.query<{ isThere: boolean }>(
      `select to_regclass('applied_migration') is not null as "isThere"`,
    )
    return found.rows[0]?.isThere === true ? missingIn(client) : knownMigrations()
  })
}

async function onClient<T>(
  databaseUrl: string,
  run: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new DatabaseClient({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

/** The names of all migrations that this version knows, in their order. */
export function knownMigrations(): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
}

async function missingIn(client: pg.Client): Promise<readonly string[]> {
  const known = await client.query<{ name: string }>('select name from applied_migration')
  const names = new Set(known.rows.map(({ name }) => name))
  const all = knownMigrations()
  const unknown = [...names].filter((name) => !all.includes(name)).toSorted()
  if (unknown.length > 0) {
    throw new NewerSchema(
      `The database was brought up to date by a newer version (${unknown.join(', ')}): start that version.`,
    )
  }
  return all.filter((name) => !names.has(name))
}

async function applyOne(client: pg.Client, name: string): Promise<void> {
  await client.query('begin')
  await client.query(readFileSync(path.join(folder, name), 'utf8'))
  await client.query('insert into applied_migration (name) values ($1)', [name])
  await client.query('commit')
}
