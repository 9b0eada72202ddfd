/** Creates notices for other modules: a notice exists exactly if the caller's change does. */
import type { Transaction } from '../../platform/database/pool.ts'
import type { NewNotice } from './notices.ts'

/** The PostgreSQL channel of notices, after their transaction has committed. */
export const noticeChannel = 'tukar_notice'

/**
 * Inserts a notice in the caller's transaction. The owner's open pages get it as `notif` after the commit,
 * and never otherwise (DEC-126).
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
