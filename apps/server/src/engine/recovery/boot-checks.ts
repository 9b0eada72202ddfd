/** Conditions that stop a start: weak durability, other rules, tables that do not match the journal. */
import { rulesVersion } from '@tukar/core'
import type pg from 'pg'
import type { JournalRow } from '../journal.ts'

/** The start was refused, in one sentence for the operator. Nothing was changed. */
export class BootRefused extends Error {
  override readonly name = 'BootRefused'
}

const requiredSettings = [
  'fsync',
  'full_page_writes',
  'synchronous_commit',
  'data_checksums',
] as const
const weakValues = ['off', 'local']

/** Refuses settings under which an acknowledged commit could be lost, or corrupted unnoticed (FLT-15). */
export async function checkDurability(client: pg.ClientBase): Promise<void> {
  for (const name of requiredSettings) {
    const found = await client.query<{ value: string }>('select current_setting($1) as value', [
      name,
    ])
    const value = found.rows[0]?.value ?? 'off'
    if (weakValues.includes(value)) {
      throw new BootRefused(`PostgreSQL has ${name} = ${value}; the exchange needs it on.`)
    }
    // Pinned for this session, so that no later change of the server's default weakens it.
    if (name === 'synchronous_commit') {
      await client.query('select set_config($1, $2, false)', [name, value])
    }
  }
}

/**
 * Refuses a PostgreSQL that acknowledges a commit before a replica has it: if the primary failed,
 * acknowledged commands would be lost, and a promoted replica would continue without them.
 */
export async function checkReplication(client: pg.ClientBase): Promise<void> {
  const found = await client.query<{ names: string; commit: string }>(
    `select current_setting('synchronous_standby_names') as names,
       current_setting('synchronous_commit') as commit`,
  )
  const { names = '', commit = '' } = found.rows[0] ?? {}
  const isHeard = names.trim() !== ''
  if (isHeard && commit !== 'remote_write') return
  const what = isHeard ? 'synchronous_commit = remote_write' : 'no synchronous_standby_names'
  throw new BootRefused(
    `PostgreSQL has ${what}: acknowledged commands could be lost if this server fails. ` +
      'Change that, or set TUKAR_SYNCHRONOUS=local if a single PostgreSQL is intended.',
  )
}

/** Refuses a database whose schema was changed by a newer version: that version leads, or has led. */
export async function checkSchema(client: pg.ClientBase, known: readonly string[]): Promise<void> {
  const found = await client.query<{ name: string }>('select name from applied_migration')
  const newer = found.rows.map(({ name }) => name).filter((name) => !known.includes(name))
  if (newer.length === 0) return
  throw new BootRefused(
    `The database was migrated by a newer version (${newer.toSorted().join(', ')}): start that version.`,
  )
}

/** Refuses rows beyond the tables that were made under other rules. */
export function checkRules(row: JournalRow): void {
  if (row.rules === rulesVersion) return
  throw new BootRefused(
    `Journal row ${row.row} was written by core rules ${row.rules}, but this version has rules ${rulesVersion}. ` +
      `First start the version with rules ${row.rules} once and stop it cleanly. Then start this version.`,
  )
}
