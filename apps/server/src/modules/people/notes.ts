/** Operators' notes about an account for each other; a note never changes. */
import type { Database, Transaction } from '../../platform/database/pool.ts'

export type Note = {
  readonly noteId: number
  readonly at: Date
  readonly operatorId: number
  readonly text: string
}

/** The newest notes about an account, up to a limit. */
export async function notesOf(
  connection: Pick<Database, 'query'>,
  userId: number,
  max: number,
): Promise<readonly Note[]> {
  const found = await connection.query<Note>(
    `select id as "noteId", at, operator_id as "operatorId", text from people.note
     where user_id = $1 order by id desc limit $2`,
    [userId, max],
  )
  return found.rows
}

/** Adds a note; returns its id. */
export async function addNote(
  transaction: Transaction,
  note: { readonly userId: number; readonly operatorId: number; readonly text: string },
): Promise<number> {
  const created = await transaction.query<{ id: number }>(
    'insert into people.note (user_id, operator_id, text) values ($1, $2, $3) returning id',
    [note.userId, note.operatorId, note.text],
  )
  return created.rows[0]?.id ?? 0
}
