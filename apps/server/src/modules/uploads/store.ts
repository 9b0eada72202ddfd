/** Uploaded files in the database, always with their owner. */
import type { Database } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { MediaType } from './media-type.ts'

export type NewFile = {
  readonly userId: number
  readonly mediaType: MediaType
  readonly content: Buffer
}

/**
 * Stores a file. Returns false and stores nothing if its owner has `max` files already. Refuses
 * `session.invalid` if the account was deleted meanwhile.
 */
export async function insertFile(
  database: Database,
  { userId, mediaType, content }: NewFile,
  max: number,
): Promise<boolean> {
  return inTransaction(database, async (client) => {
    // One upload of a user at a time, so that concurrent uploads cannot pass the limit.
    const owner = await client.query(
      'select 1 from accounts.users where id = $1 and deleted_at is null for update',
      [userId],
    )
    if (owner.rowCount !== 1) throw new Refusal('session.invalid')
    const created = await client.query(
      `insert into uploads.file (user_id, media_type, content) select $1, $2, $3
       where (select count(*) from uploads.file where user_id = $1) < $4`,
      [userId, mediaType, content, max],
    )
    return created.rowCount === 1
  })
}

/** Deletes a deleted user's files. */
export async function deleteFilesOf(
  client: Pick<Database, 'query'>,
  userId: number,
): Promise<void> {
  await client.query('delete from uploads.file where user_id = $1', [userId])
}
