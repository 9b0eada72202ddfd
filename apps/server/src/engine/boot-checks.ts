/** What a start refuses: weak durability, another rules version, tables that are not the journal's. */
import { rulesVersion } from '@tukar/core'
import type pg from 'pg'
import type { JournalRow } from './journal.ts'

/** The start was refused, in one sentence for the operator. Nothing was changed. */
export class BootRefused extends Error {
  override readonly name = 'BootRefused'
}

const requiredSettings = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/** Refuses settings under which an acknowledged commit could be lost (FLT-15). */
export async function checkDurability(client: pg.ClientBase): Promise<void> {
  for (const name of requiredSettings) {
    const found = await client.query('select current_setting($1) as value', [name])
    const value = String(found.rows[0]?.value)
    if (value === 'off' || value === 'local') {
      throw new BootRefused(`PostgreSQL has ${name} = ${value}; the exchange needs it on.`)
    }
  }
}

/** Refuses rows behind the tables that were made by other rules. */
export function checkRules(row: JournalRow): void {
  if (row.rules === rulesVersion) return
  throw new BootRefused(
    `Journal row ${row.row} was written by core rules ${row.rules}, this is ${rulesVersion}: ` +
      'start the version of those rules once and stop it cleanly, then start this one.',
  )
}
