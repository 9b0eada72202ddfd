/** One prepared statement over columns. */
import type pg from 'pg'
import { type Column, columnLength } from './columns.ts'

/** Runs one statement over columns of equal length (`$1`, `$2`… are arrays); nothing for no rows. */
export async function runOver(
  client: pg.ClientBase,
  name: string,
  text: string,
  columns: readonly Column[],
): Promise<void> {
  const [first] = columns
  if (first === undefined || columnLength(first) === 0) return
  await client.query({ name, text, values: [...columns] })
}
