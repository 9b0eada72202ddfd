/**
 * Notices in the database, always with their owner. Notices of `notify` are rows. The end of an order is read
 * from the order, so that trading writes nothing more.
 */
import type { List } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { selectPage } from '../../platform/lists/store.ts'
import type { Notice, NoticeBody } from './notices.ts'

/** An account has at most this many notices of each kind, the newest ones. */
const noticesMax = 1_000
const retentionDays = 90
const dayMs = 86_400_000
/** Keeps each statement of the sweep short. */
const crowdedAtOnceMax = 100
const removedAtOnceMax = 10_000

/**
 * Ids of notices follow their time, so that the newest has the highest id. Those of `notify` are even, those
 * of orders odd. They stay below 2^53 until the year 2109.
 */
const idsPerMs = 2_048
const noticeRowId = `created_ms * ${idsPerMs} + id % 1000 * 2`
const orderId = `updated_ms * ${idsPerMs} + 1 +
  2 * (row_number() over (partition by updated_ms order by updated_seq, id) - 1)`

const noticeRows = `
  select ${noticeRowId} as "noticeId", kind, params, is_read as "isRead", created_ms as "createdMs"
  from (
    select id, kind, params, is_read, (extract(epoch from created_at) * 1000)::bigint as created_ms
    from notifications.notice where account_id = $1 order by id desc limit ${noticesMax}
  ) told`

/** Reads the newest ones per market and side, because the index has that order. */
const orderNotices = `
  select ${orderId}, case status when 'filled' then 'order_filled' else 'order_canceled' end,
    jsonb_build_object('orderId', id, 'marketId', market_id, 'side', side, 'price', price,
      'remaining', remaining),
    updated_seq <= coalesce(
      (select seq from notifications.read_mark where account_id = $1), 0),
    updated_ms
  from (
    select ended.id as ended_id from exchange.market m
    cross join (values ('buy'), ('sell')) as sides (side)
    cross join lateral (
      select id, updated_ms from exchange.orders
      where account_id = $1 and status <> 'open' and market_id = m.id and side = sides.side
        and updated_ms > (extract(epoch from now()) * 1000)::bigint - ${retentionDays * dayMs}
      order by updated_ms desc, id desc limit ${noticesMax}
    ) ended
    order by ended.updated_ms desc, ended.id desc limit ${noticesMax}
  ) newest join exchange.orders on id = ended_id`

/** The columns that the list may be sorted and filtered by; times in milliseconds since 1970. */
const columns = { noticeId: '"noticeId"', isRead: '"isRead"', createdMs: '"createdMs"' } as const

/** A page of an account's notices, and the number of all. */
export function listNotices(
  database: Database,
  accountId: number,
  list: List,
): Promise<{ readonly rows: readonly Notice[]; readonly total: number }> {
  const source = {
    table: `(${noticeRows} union all ${orderNotices}) notice`,
    select: '*',
    where: 'true',
    values: [accountId],
    columns,
    tie: '"noticeId"',
  }
  return selectPage<Notice>(database, source, list)
}

/** A notice of `notify`; null if it does not exist or belongs to another account. */
export async function findNotice(
  database: Database,
  accountId: number,
  rowId: number,
): Promise<NoticeBody | null> {
  const found = await database.query<NoticeBody>(
    'select kind, params from notifications.notice where account_id = $1 and id = $2',
    [accountId, rowId],
  )
  return found.rows[0] ?? null
}

/** Marks all current notices of an account as read; they stay (DEC-127). */
export async function markAllRead(database: Database, accountId: number): Promise<void> {
  await database.query(
    `with told as (
       update notifications.notice set is_read = true where account_id = $1 and not is_read
     )
     insert into notifications.read_mark as m (account_id, seq)
     select $1, seq from exchange.watermark
     on conflict (account_id) do update set seq = greatest(m.seq, excluded.seq)`,
    [accountId],
  )
}

/** Deletes the notices of a deleted account. */
export async function deleteNoticesOf(
  client: Pick<Database, 'query'>,
  accountId: number,
): Promise<void> {
  await client.query('delete from notifications.notice where account_id = $1', [accountId])
  await client.query('delete from notifications.read_mark where account_id = $1', [accountId])
}

/** Deletes notices that are too old, and those beyond the limit of each account. */
export async function sweepNotices(database: Database): Promise<void> {
  await database.query(
    `delete from notifications.notice where created_at < now() - make_interval(days => $1)`,
    [retentionDays],
  )
  const crowded = await database.query<{ account_id: number }>(
    `select account_id from notifications.notice group by account_id having count(*) > $1
     limit ${crowdedAtOnceMax}`,
    [noticesMax],
  )
  for (const { account_id: accountId } of crowded.rows) await thinOut(database, accountId)
}

/** Deletes the notices beyond the limit of an account, in batches. */
async function thinOut(database: Database, accountId: number): Promise<void> {
  for (let removed = removedAtOnceMax; removed === removedAtOnceMax; ) {
    const part = await database.query(
      `delete from notifications.notice where account_id = $1 and id in (
         select id from notifications.notice where account_id = $1 and id <= (
           select id from notifications.notice where account_id = $1
           order by id desc offset $2 limit 1
         )
         order by id limit $3
       )`,
      [accountId, noticesMax, removedAtOnceMax],
    )
    removed = part.rowCount ?? 0
  }
}
