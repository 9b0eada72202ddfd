/** Deletes users' data after the retention periods; safe to run at any time. */
import type { Database } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { shredPerson } from '../deletion.ts'
import { faceKinds, retainedSinceMs, paperKinds } from './retention-table.ts'

/** Users whose keys are destroyed in one run; the next run continues. */
const personsAtOnce = 200

export type Removed = { readonly files: number; readonly persons: number }

/**
 * Deletes the data that is too old at this moment.
 *
 * @param nowMs milliseconds since 1970
 * @returns the number of deleted files, and of users whose data was deleted completely
 */
export async function removeExpired(database: Database, nowMs: number): Promise<Removed> {
  const files =
    (await removeDecided(database, faceKinds, retainedSinceMs('faces', nowMs))) +
    (await removeDecided(database, paperKinds, retainedSinceMs('papers', nowMs))) +
    (await removeUnfinished(database, retainedSinceMs('unfinished', nowMs)))
  await removeTraces(database, nowMs)
  const persons =
    (await removePersons(database, false, retainedSinceMs('strangers', nowMs))) +
    (await removePersons(database, true, retainedSinceMs('persons', nowMs)))
  return { files, persons }
}

/**
 * Files of these kinds of users who were decided, or left, before this moment. Files that a rejected user has
 * sent since are not included.
 */
async function removeDecided(
  database: Database,
  kinds: readonly string[],
  beforeMs: number,
): Promise<number> {
  return inTransaction(database, async (transaction) => {
    const removed = await transaction.query<{ userId: number }>(
      `delete from kyc.file f using kyc.record r
       where r.user_id = f.user_id and f.kind = any($1)
         and (r.state in ('approved', 'rejected') and greatest(r.decided_at, f.created_at) < $2
           or r.ended_at < $2)
       returning f.user_id as "userId"`,
      [kinds, new Date(beforeMs)],
    )
    // A single piece cannot be requested again after the others are deleted.
    await transaction.query(
      `update kyc.record set piece = null, step = least(step, 1), version = version + 1
       where user_id = any($1) and state = 'rejected' and ended_at is null`,
      [[...new Set(removed.rows.map(({ userId }) => userId))]],
    )
    return removed.rows.length
  })
}

/** Files of drafts, or without a record, that nobody has added to since. */
async function removeUnfinished(database: Database, beforeMs: number): Promise<number> {
  const removed = await database.query(
    `delete from kyc.file f where created_at < $1 and not exists (
       select 1 from kyc.record r where r.user_id = f.user_id and r.state <> 'draft')`,
    [new Date(beforeMs)],
  )
  return removed.rowCount ?? 0
}

/** Expired tokens, and intermediate data of the modal. */
async function removeTraces(database: Database, nowMs: number): Promise<void> {
  await database.query('delete from kyc.showing where expires_at < $1', [new Date(nowMs)])
  await database.query('delete from kyc.verification where created_at < $1', [
    new Date(retainedSinceMs('verifications', nowMs)),
  ])
}

/** Destroys the keys of users who left before this moment, and with them everything sealed. */
async function removePersons(
  database: Database,
  isApproved: boolean,
  beforeMs: number,
): Promise<number> {
  const found = await database.query<{ userId: number }>(
    `select r.user_id as "userId" from kyc.record r join kyc.person_key k on k.user_id = r.user_id
     where r.ended_at < $1 and (r.state = 'approved') = $2 order by r.ended_at limit $3`,
    [new Date(beforeMs), isApproved, personsAtOnce],
  )
  for (const { userId } of found.rows) {
    await inTransaction(database, (transaction) => shredPerson(transaction, userId))
  }
  return found.rows.length
}
