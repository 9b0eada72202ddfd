/** Notices in the database: always with their owner. */
import type { List } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { selectPage } from '../../platform/lists/store.ts'
import type { Notice } from './notices.ts'

const noticeColumns = `id as "noticeId", kind, params, is_read as "isRead", created_at as "createdAt"`

/** The columns that the list may be sorted and filtered by; times in milliseconds since 1970. */
const columns = {
  noticeId: 'id',
  isRead: 'is_read',
  createdMs: '(extract(epoch from created_at) * 1000)::bigint',
} as const

/** Notices of an account beyond this many, and older ones than this, are removed by the sweep. */
const noticesKeptMax = 1_000
const daysKept = 90
/** So that no statement of the sweep takes long. */
const crowdedAtOnceMax = 100
const removedAtOnceMax = 10_000

/** One page of an account's notices, and how many there are. */
export function listNotices(
  database: Database,
  accountId: number,
  list: List,
): Promise<{ readonly rows: readonly Notice[]; readonly total: number }> {
  const source = {
    table: 'notifications.notice',
    select: noticeColumns,
    where: 'account_id = $1',
    values: [accountId],
    columns,
    tie: 'id',
  }
  return selectPage(database, source, list)
}

/** One notice of an account; null if it is not there or not the account's. */
export async function findNotice(
  database: Database,
  accountId: number,
  noticeId: number,
): Promise<Notice | null> {
  const found = await database.query<Notice>(
    `select ${noticeColumns} from notifications.notice where account_id = $1 and id = $2`,
    [accountId, noticeId],
  )
  return found.rows[0] ?? null
}

/** What an account was told of these orders of its own, oldest first. */
export async function listOrderNotices(
  database: Database,
  accountId: number,
  orderIds: readonly number[],
): Promise<readonly Notice[]> {
  // Among its newest alone: this is asked right after they were written.
  const found = await database.query<Notice>(
    `select * from (
       select ${noticeColumns} from notifications.notice where account_id = $1
       order by id desc limit $3
     ) newest
     where kind in ('order_filled', 'order_canceled') and (params->>'orderId')::bigint = any($2)
     order by "noticeId"`,
    [accountId, orderIds, orderIds.length + newerNoticesMax],
  )
  return found.rows
}

/** How many others may have come since, for a notice still to be found. */
const newerNoticesMax = 100

/** Marks all notices of an account read; they stay (DEC-127). Gives how many there were. */
export async function markAllRead(database: Database, accountId: number): Promise<number> {
  const marked = await database.query(
    'update notifications.notice set is_read = true where account_id = $1 and not is_read',
    [accountId],
  )
  return marked.rowCount ?? 0
}

/** Removes an account's notices, with the account. */
export async function deleteNoticesOf(
  client: Pick<Database, 'query'>,
  accountId: number,
): Promise<void> {
  await client.query('delete from notifications.notice where account_id = $1', [accountId])
}

/** Removes what is too old, and of each account what is beyond its newest. */
export async function sweepNotices(database: Database): Promise<void> {
  await database.query(
    `delete from notifications.notice where created_at < now() - make_interval(days => $1)`,
    [daysKept],
  )
  const crowded = await database.query<{ account_id: number }>(
    `select account_id from notifications.notice group by account_id having count(*) > $1
     limit ${crowdedAtOnceMax}`,
    [noticesKeptMax],
  )
  for (const { account_id: accountId } of crowded.rows) await thinOut(database, accountId)
}

/** Removes what an account has beyond its newest notices, a part at a time. */
async function thinOut(database: Database, accountId: number): Promise<void> {
  for (let removed = removedAtOnceMax; removed === removedAtOnceMax; ) {
    const part = await database.query(
      `delete from notifications.notice where account_id = $1 and id in (
         select id from notifications.notice where account_id = $1 and id < (
           select id from notifications.notice where account_id = $1
           order by id desc offset $2 limit 1
         ) + 1
         order by id limit $3
       )`,
      [accountId, noticesKeptMax, removedAtOnceMax],
    )
    removed = part.rowCount ?? 0
  }
}
