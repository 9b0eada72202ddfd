/**
 * Migrates the schema: SQL files in the order of their names, each in one transaction that also records it,
 * so that a killed start leaves nothing half done (FLT-39).
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { pg } from './driver.ts'
import { onClient, onSchema } from './on-client.ts'
import { hasRights, isRefused } from './roles.ts'

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../migrations')

/** The database was migrated by a newer version, whose rows this one would not understand. */
export class NewerSchema extends Error {
  override readonly name = 'NewerSchema'
}

/**
 * Applies missing migrations and returns their names. No server may lead meanwhile.
 *
 * @throws NewerSchema
 */
export async function migrate(databaseUrl: string): Promise<readonly string[]> {
  return onSchema(databaseUrl, async (client) => {
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
 * Whether the schema is this version's, and the role of this address has the program's rights.
 *
 * @throws NewerSchema
 */
export async function isUpToDate(databaseUrl: string): Promise<boolean> {
  return onClient(databaseUrl, async (client) => {
    try {
      return (await missingIn(client)).length === 0 && (await hasRights(client))
    } catch (error) {
      if (isRefused(error)) return false
      throw error
    }
  })
}

/** The names of all migrations of this version, in order. */
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
      `The database was migrated by a newer version (${unknown.join(', ')}): start that version.`,
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
