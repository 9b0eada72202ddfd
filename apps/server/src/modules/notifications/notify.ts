/** The port for all who have something to tell: a notice exists exactly if the caller's change does. */
import type { Transaction } from '../../platform/database/pool.ts'
import type { NewNotice } from './notices.ts'

/** The channel on which PostgreSQL tells of a notice once its transaction is committed. */
export const noticeChannel = 'tukar_notice'

/**
 * Writes a notice in the caller's transaction. The owner's open pages hear of it as `notif` once that
 * transaction is committed, and never if it is not (DEC-126).
 */
export async function notify(
  client: Pick<Transaction, 'query'>,
  { accountId, kind, params }: NewNotice,
): Promise<void> {
  await client.query(
    `with made as (
       insert into notifications.notice (account_id, kind, params) values ($1, $2, $3)
       returning account_id, id
     )
     select pg_notify('${noticeChannel}', account_id || ':' || id) from made`,
    [accountId, kind, JSON.stringify(params)],
  )
}
