/** One prepared statement over columns. */
import type pg from 'pg'
import type { Column } from './columns.ts'

/** Runs one statement over the columns of these rows (`$1`, `$2`… are arrays); nothing for no rows. */
export async function runOver<R>(
  client: pg.ClientBase,
  { name, text }: { readonly name: string; readonly text: string },
  rows: readonly R[],
  columnsOf: (rows: readonly R[]) => Column[],
): Promise<void> {
  if (rows.length > 0) await client.query({ name, text, values: columnsOf(rows) })
}
