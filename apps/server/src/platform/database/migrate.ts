/**
 * Brings the schema up to date: SQL files in the order of their names, each in one transaction with its
 * own mark, so that a start that is killed half-way leaves nothing half done (FLT-39).
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { pg } from './driver.ts'

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../migrations')
/** Any number, the same in all our processes: two starts migrate one after the other. */
const migrationLock = 7_301_844

/** Applies what is missing and returns the names of what it applied. */
export async function migrate(databaseUrl: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(
      `create table if not exists applied_migration (
        name text primary key, at timestamptz not null default now())`,
    )
    const known = await client.query<{ name: string }>('select name from applied_migration')
    const names = new Set(known.rows.map(({ name }) => name))
    const missing = readdirSync(folder)
      .filter((name) => name.endsWith('.sql') && !names.has(name))
      .sort()
    for (const name of missing) await applyOne(client, name)
    return missing
  } finally {
    await client.end()
  }
}

async function applyOne(client: pg.Client, name: string): Promise<void> {
  await client.query('begin')
  await client.query(readFileSync(path.join(folder, name), 'utf8'))
  await client.query('insert into applied_migration (name) values ($1)', [name])
  await client.query('commit')
}
