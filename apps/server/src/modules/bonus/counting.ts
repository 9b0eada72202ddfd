/**
 * Counts the orders of a month for the bonus, by the account that filled most of each order. Payments count
 * from the engine's journal; the display before that counts from the tables.
 */
import { isHouseAccount } from '@tukar/core'
import type { BonusPeriod } from '@tukar/wire'
import { committedEvents, type Engine } from '../../engine/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { identityNumbersOf } from '../kyc/index.ts'
import { countFilled } from './filled-orders.ts'
import {
  type Candidate,
  type CountedOrders,
  countOrders,
  ordersRequired,
  type Partner,
} from './rules.ts'

type Connection = Pick<Database, 'query'>

/** At most this many orders of an account in a month are counted, the first ones. */
const ordersMax = 1_000

/**
 * Deleted accounts count together as one counterparty. The number of an identity is free again after a
 * deletion, so one accomplice could otherwise be six counterparties in a row.
 */
const deletedAccountsId = 0
const isHouse = (id: number): boolean => id !== deletedAccountsId && isHouseAccount(id)

/** Candidates whose orders are counted in one statement. */
const candidatesAtOnce = 50

export type BonusCountingDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly engine: Pick<Engine, 'status'>
}

/**
 * All users who filled enough orders in a period, counted by the engine's events: rows that were inserted
 * into the tables of orders or trades do not count.
 *
 * @throws if the engine does not lead
 */
export async function candidatesOf(
  { database, keys, engine }: BonusCountingDeps,
  period: BonusPeriod,
  atOnce = candidatesAtOnce,
): Promise<readonly Candidate[]> {
  const filled = countFilled(ordersMax)
  const { state, committedRow } = engine.status()
  // While the engine reloads it does not know the end of the journal: a month would be closed without orders
  // forever.
  if (state !== 'leading') throw new Error(`the engine is ${state}, so no month can be judged`)
  const stretch = { ...period, lastRow: committedRow }
  for await (const events of committedEvents(database, stretch)) filled.add(events)
  const enough = [...filled.result()]
    .filter(([, byPartner]) => sumOf(byPartner.values()) >= ordersRequired)
    .toSorted(([one], [other]) => one - other)
  const counted: Candidate[] = []
  for (let at = 0; at < enough.length; at += atOnce) {
    counted.push(...(await judgeable(database, keys, enough.slice(at, at + atOnce))))
  }
  return counted
}

function sumOf(numbers: Iterable<number>): number {
  return [...numbers].reduce((sum, one) => sum + one, 0)
}

/** The candidates whose accounts still exist, with the fields to judge them by. */
async function judgeable(
  connection: Connection,
  keys: Keys,
  orders: readonly (readonly [number, ReadonlyMap<number, number>])[],
): Promise<readonly Candidate[]> {
  const all = orders.flatMap(([userId, byPartner]) => [userId, ...byPartner.keys()])
  const found = await connection.query<{ userId: number }>(
    `select id as "userId" from accounts.users where id = any($1) and deleted_at is not null`,
    [[...new Set(all)]],
  )
  const gone = new Set(found.rows.map(({ userId }) => userId))
  const rows = orders
    .filter(([userId]) => !gone.has(userId))
    .flatMap(([userId, byPartner]) =>
      [...byPartner].map(([partnerId, count]) => ({
        userId,
        partnerId: gone.has(partnerId) ? deletedAccountsId : partnerId,
        orders: count,
      })),
    )
  return countRows(connection, keys, rows)
}

/** How many filled orders of each of these accounts count, and the identities of the accounts. */
async function countRows(
  connection: Connection,
  keys: Keys,
  rows: readonly PartnerRow[],
): Promise<readonly Candidate[]> {
  const userIds = [...new Set(rows.map(({ userId }) => userId))]
  const partnerIds = rows
    .map(({ partnerId }) => partnerId)
    .filter((id) => id !== deletedAccountsId && !isHouse(id))
  const people = await identityNumbersOf(connection, keys, [
    ...new Set([...userIds, ...partnerIds]),
  ])
  return userIds.map((userId) => {
    const identity = people.get(userId) ?? null
    const isSame = (partnerId: number) => identity !== null && people.get(partnerId) === identity
    const counted = countOrders(partnersOf(rows, userId), isHouse, isSame)
    return { ...counted, userId, isVerified: people.has(userId), identity }
  })
}

/** The counterparties of one account; all deleted accounts are one. */
function partnersOf(rows: readonly PartnerRow[], userId: number): readonly Partner[] {
  const byPartner = new Map<number, number>()
  for (const { partnerId, orders } of rows.filter((row) => row.userId === userId)) {
    byPartner.set(partnerId, (byPartner.get(partnerId) ?? 0) + orders)
  }
  return [...byPartner].map(([partnerId, orders]) => ({ partnerId, orders }))
}

/** How many filled orders of an account count in a period, from the tables: for display to its owner. */
export async function countOrdersOf(
  connection: Connection,
  keys: Keys,
  userId: number,
  period: BonusPeriod,
): Promise<CountedOrders> {
  const [own] = await countRows(connection, keys, await readPartners(connection, userId, period))
  return { filled: own?.filled ?? 0, counted: own?.counted ?? 0 }
}

type PartnerRow = {
  readonly userId: number
  readonly partnerId: number
  readonly orders: number
}

async function readPartners(
  connection: Connection,
  userId: number,
  { startMs, endMs }: BonusPeriod,
): Promise<readonly PartnerRow[]> {
  const found = await connection.query<PartnerRow>(
    `with filled as materialized (
       select id, account_id from exchange.orders
       where account_id = $1 and account_id >= 1001 and status = 'filled'
         and updated_ms >= $2 and updated_ms < $3
       order by updated_ms limit $4),
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
       case when u.deleted_at is null then partner else ${deletedAccountsId} end as "partnerId",
       count(*)::int as orders
     from main left join accounts.users u on u.id = partner group by 1, 2 order by 1, 2`,
    [userId, startMs, endMs, ordersMax],
  )
  return found.rows
}
