/** Orders of a month as the bonus counts them: by the one other account that filled most of each. */
import { firstUserId, isHouseAccount } from '@tukar/core'
import type { BonusPeriod } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { identityNumbersOf } from '../kyc/index.ts'
import { type Candidate, type Counted, countOrders, ordersWanted } from './rules.ts'

type Connection = Pick<Database, 'query'>

/** Of whoever fills more than so many orders in a month, the first ones are looked at. */
const ordersMax = 1_000

/**
 * Accounts that were deleted since count together as one other person: the number of an identity is free
 * again then, so that one accomplice could be six of them in a row.
 */
const goneId = 0
const isHouse = (id: number): boolean => id !== goneId && isHouseAccount(id)

/** Accounts that are looked through, and candidates whose orders are counted, in one statement. */
const atOnce = { accounts: 20_000, candidates: 50 }

/** Everybody who filled enough orders in a period, counted: a part of all accounts at a time. */
export async function candidatesOf(
  connection: Connection,
  keys: Keys,
  period: BonusPeriod,
  { accounts, candidates } = atOnce,
): Promise<readonly Candidate[]> {
  const last = await connection.query<{ lastId: number }>(
    'select coalesce(max(id), 0) as "lastId" from accounts.users',
  )
  const { lastId = 0 } = last.rows[0] ?? {}
  const counted: Candidate[] = []
  for (let afterId = firstUserId - 1; afterId < lastId; afterId += accounts) {
    const found = await findCandidates(connection, period, [afterId, afterId + accounts])
    for (let at = 0; at < found.length; at += candidates) {
      counted.push(
        ...(await countMonth(connection, keys, found.slice(at, at + candidates), period)),
      )
    }
  }
  return counted
}

/** Accounts that filled enough orders in a period to be looked at, after one and up to another one. */
async function findCandidates(
  connection: Connection,
  { startMs, endMs }: BonusPeriod,
  [afterId, upToId]: readonly [number, number],
): Promise<readonly number[]> {
  const found = await connection.query<{ userId: number }>(
    `select u.id as "userId" from accounts.users u
     cross join lateral (
       select count(*) as filled from (
         select 1 from exchange.orders o
         where o.account_id = u.id and o.account_id >= 1001 and o.status = 'filled'
           and o.updated_ms >= $1 and o.updated_ms < $2
         limit $3) enough) counted
     where u.id > $4 and u.id <= $5 and u.deleted_at is null and counted.filled >= $3
     order by u.id`,
    [startMs, endMs, ordersWanted, afterId, upToId],
  )
  return found.rows.map(({ userId }) => userId)
}

/** How many orders of each of these accounts were filled and count, and who they are. */
async function countMonth(
  connection: Connection,
  keys: Keys,
  userIds: readonly number[],
  period: BonusPeriod,
): Promise<readonly Candidate[]> {
  const rows = await readPartners(connection, userIds, period)
  const partnerIds = rows
    .map(({ partnerId }) => partnerId)
    .filter((id) => id !== goneId && !isHouse(id))
  const asked = [...new Set([...userIds, ...partnerIds])]
  const people = await identityNumbersOf(connection, keys, asked)
  return userIds.map((userId) => {
    const identity = people.get(userId) ?? null
    const isSame = (partnerId: number) => identity !== null && people.get(partnerId) === identity
    const partners = rows.filter((row) => row.userId === userId)
    const counted = countOrders(partners, isHouse, isSame)
    return { ...counted, userId, isVerified: people.has(userId), identity }
  })
}

/** How many of an account's orders of a period were filled and count. */
export async function countOwn(
  connection: Connection,
  keys: Keys,
  userId: number,
  period: BonusPeriod,
): Promise<Counted> {
  const [own] = await countMonth(connection, keys, [userId], period)
  return { filled: own?.filled ?? 0, counted: own?.counted ?? 0 }
}

type PartnerRow = {
  readonly userId: number
  readonly partnerId: number
  readonly orders: number
}

async function readPartners(
  connection: Connection,
  userIds: readonly number[],
  { startMs, endMs }: BonusPeriod,
): Promise<readonly PartnerRow[]> {
  const found = await connection.query<PartnerRow>(
    `with filled as materialized (
       select o.id, o.account_id from unnest($1::bigint[]) as asked(id)
       cross join lateral (
         select id, account_id from exchange.orders
         where account_id = asked.id and account_id >= 1001 and status = 'filled'
           and updated_ms >= $2 and updated_ms < $3
         order by updated_ms limit $4) o),
     fills as (
       select f.id, f.account_id, t.maker_account_id as partner, t.quantity
       from filled f join exchange.trade t on t.taker_order_id = f.id
       union all
       select f.id, f.account_id, t.taker_account_id, t.quantity
       from filled f join exchange.trade t on t.maker_order_id = f.id),
     shares as (
       select id, account_id, partner, sum(quantity) as share from fills group by 1, 2, 3),
     main as (
       select distinct on (id) account_id, partner from shares order by id, share desc, partner)
     select account_id as "userId",
       case when u.deleted_at is null then partner else ${goneId} end as "partnerId",
       count(*)::int as orders
     from main left join accounts.users u on u.id = partner group by 1, 2 order by 1, 2`,
    [userIds, startMs, endMs, ordersMax],
  )
  return found.rows
}
