/** Tables that lag behind the journal. */
import type { Database } from '../../platform/database/pool.ts'

/** Appends a journal row that the tables do not hold. */
export async function fallBehind(database: Pick<Database, 'query'>): Promise<void> {
  await database.query(
    `insert into exchange.journal (row_no, epoch, first_seq, last_seq, time_ms, rules, commands, events, hash, mac)
     values (1000000000, 1, 1000000000, 1000000000, 1, 1, '', '', '\\x0000000000000000', sha256(''))`,
  )
}

/** Makes the tables hold everything that was decided before a moment, in milliseconds since 1970. */
export async function catchUpTo(
  database: Pick<Database, 'query'>,
  momentMs: number,
): Promise<void> {
  await database.query('update exchange.watermark set time_ms = $1', [momentMs])
}
