/** Months of the bonus and who is entitled in them, in the database. */
import type { Database } from '../../platform/database/pool.ts'
import { monthOf } from './period.ts'
import type { Exclusion, Judged } from './rules.ts'

type Connection = Pick<Database, 'query'>

export type BonusMonth = {
  /** Its first moment in Jakarta, in milliseconds since 1970. */
  readonly startMs: number
  /** For each person, in units of 0.01 rupiah. */
  readonly amount: number
  readonly isClosed: boolean
}

export type BonusEntry = {
  readonly startMs: number
  readonly userId: number
  readonly filled: number
  readonly counted: number
  readonly state: 'waiting' | 'paid' | 'excluded'
  readonly reason: Exclusion | null
  readonly amount: number
  readonly paidAt: Date | null
  /** How often the house lacked the money. */
  readonly refusals: number
}

/** Promises an amount for a month that runs, or another one than before. */
export async function promiseMonth(
  connection: Connection,
  startMs: number,
  amount: number,
): Promise<void> {
  await connection.query(
    `insert into bonus.month (starts_ms, amount) values ($1, $2)
     on conflict (starts_ms) do update set amount = excluded.amount
       where month.closed_at is null and month.amount <> excluded.amount`,
    [startMs, amount],
  )
}

/** Takes back what was promised for a month that runs. */
export async function forgetMonth(connection: Connection, startMs: number): Promise<void> {
  await connection.query('delete from bonus.month where starts_ms = $1 and closed_at is null', [
    startMs,
  ])
}

/** The months that began before a moment and were not closed, the oldest first. */
export async function openMonthsBefore(
  connection: Connection,
  startMs: number,
): Promise<readonly number[]> {
  const found = await connection.query<{ startMs: number }>(
    `select starts_ms as "startMs" from bonus.month
     where closed_at is null and starts_ms < $1 order by starts_ms`,
    [startMs],
  )
  return found.rows.map((row) => row.startMs)
}

/** Closes a month that is locked by this alone; false where somebody did meanwhile. */
export async function closeMonth(connection: Connection, startMs: number): Promise<boolean> {
  const closed = await connection.query(
    'update bonus.month set closed_at = now() where starts_ms = $1 and closed_at is null',
    [startMs],
  )
  return closed.rowCount === 1
}

/** Keeps how a candidate was judged. */
export async function insertEntry(
  connection: Connection,
  startMs: number,
  { userId, filled, counted, exclusion, identity }: Judged,
): Promise<void> {
  await connection.query(
    `insert into bonus.entry (starts_ms, user_id, filled, counted, state, reason, identity)
     values ($1, $2, $3, $4, $5, $6, decode($7, 'hex'))`,
    [startMs, userId, filled, counted, exclusion ? 'excluded' : 'waiting', exclusion, identity],
  )
}

/** The closed months, and the one that runs if an amount is promised; the newest first. */
export async function listMonths(connection: Connection): Promise<readonly BonusMonth[]> {
  const found = await connection.query<BonusMonth>(
    `select starts_ms as "startMs", amount, closed_at is not null as "isClosed"
     from bonus.month order by starts_ms desc limit 24`,
  )
  return found.rows
}

const entryColumns = `e.starts_ms as "startMs", e.user_id as "userId", e.filled, e.counted, e.state,
  e.reason, m.amount, e.paid_at as "paidAt", e.refusals`
const entryTables = 'bonus.entry e join bonus.month m on m.starts_ms = e.starts_ms'

/** Who is in a month, the oldest account first. */
export async function listEntries(
  connection: Connection,
  startMs: number,
): Promise<readonly BonusEntry[]> {
  const found = await connection.query<BonusEntry>(
    `select ${entryColumns} from ${entryTables} where e.starts_ms = $1 order by e.user_id`,
    [startMs],
  )
  return found.rows
}

/** What became of somebody in a month; null where he had not enough orders. */
export async function findEntry(
  connection: Connection,
  startMs: number,
  userId: number,
): Promise<BonusEntry | null> {
  const found = await connection.query<BonusEntry>(
    `select ${entryColumns} from ${entryTables} where e.starts_ms = $1 and e.user_id = $2`,
    [startMs, userId],
  )
  return found.rows[0] ?? null
}

/**
 * Whether the books gave the bonus to somebody ($2 is his month in words): a payment is booked first and
 * noted after, so that one that was cut off in between has been given and still waits.
 */
const isGiven = `exists (
  select from exchange.transfer t
  where t.source = 'bonus:' || $2 || ':' || e.user_id and t.to_account_id = e.user_id
    and t.reason = 'bonus' and t.command_kind = 'grant')`

/** Who waits in a month: whoever deleted his account has none to be paid into, but keeps what he was given. */
const waiting = `
  select * from (
    select e.starts_ms, e.user_id, m.amount, e.refusals, ${isGiven} as is_given, u.deleted_at
    from ${entryTables} join accounts.users u on u.id = e.user_id
    where e.starts_ms = $1 and e.state = 'waiting') e
  where is_given or deleted_at is null`

/** What is left to pay in a month. */
export type Unpaid = {
  /** Who waits, and those of them who were given nothing yet. */
  readonly waiting: number
  readonly ungiven: number
  /** What these get together, in units of 0.01 rupiah. */
  readonly sum: number
  /** For each, in units of 0.01 rupiah. */
  readonly amount: number
  /** Differs when anybody else waits. */
  readonly digest: string
}

/** Adds up who waits in a month, by what the tables hold of the books. */
export async function sumUnpaid(connection: Connection, startMs: number): Promise<Unpaid> {
  const found = await connection.query<Unpaid>(
    `select count(*)::int as waiting, (count(*) filter (where not is_given))::int as ungiven,
       coalesce(sum(amount) filter (where not is_given), 0)::bigint as sum,
       coalesce(max(amount), 0) as amount,
       md5(coalesce(string_agg(user_id::text, ',' order by user_id), '')) as digest
     from (${waiting}) w`,
    [startMs, monthOf(startMs)],
  )
  const [sums] = found.rows
  return sums ?? { waiting: 0, ungiven: 0, sum: 0, amount: 0, digest: '' }
}

/** Somebody who waits, and whether the books gave it to him. */
export type Waiting = Pick<BonusEntry, 'startMs' | 'userId' | 'amount' | 'refusals'> & {
  readonly isGiven: boolean
}

/** So many of those who wait in a month, the oldest account first, after one of them. */
export async function listWaiting(
  connection: Connection,
  startMs: number,
  { afterId, max }: { readonly afterId: number; readonly max: number },
): Promise<readonly Waiting[]> {
  const found = await connection.query<Waiting>(
    `select starts_ms as "startMs", user_id as "userId", amount, refusals, is_given as "isGiven"
     from (${waiting}) w where user_id > $3 order by user_id limit $4`,
    [startMs, monthOf(startMs), afterId, max],
  )
  return found.rows
}

/** Notes that somebody was paid; false where that was noted already. */
export async function markPaid(
  connection: Connection,
  { startMs, userId }: Pick<BonusEntry, 'startMs' | 'userId'>,
  changeId: number,
): Promise<boolean> {
  const marked = await connection.query(
    `update bonus.entry set state = 'paid', paid_at = now(), change_id = $3
     where starts_ms = $1 and user_id = $2 and state = 'waiting'`,
    [startMs, userId, changeId],
  )
  return marked.rowCount === 1
}

/** Counts that the house lacked the money for somebody. */
export async function noteRefusal(
  connection: Connection,
  { startMs, userId }: Pick<BonusEntry, 'startMs' | 'userId'>,
): Promise<void> {
  await connection.query(
    'update bonus.entry set refusals = refusals + 1 where starts_ms = $1 and user_id = $2',
    [startMs, userId],
  )
}

/** Excludes somebody who waits, by an operator's word; false where he does not wait. */
export async function excludeEntry(
  connection: Connection,
  { startMs, userId }: Pick<BonusEntry, 'startMs' | 'userId'>,
  changeId: number,
): Promise<boolean> {
  const marked = await connection.query(
    `update bonus.entry set state = 'excluded', reason = 'operator', change_id = $3
     where starts_ms = $1 and user_id = $2 and state = 'waiting'`,
    [startMs, userId, changeId],
  )
  return marked.rowCount === 1
}

/** Forgets what tells a person's identity from others, once his account is deleted. */
export async function forgetIdentity(connection: Connection, userId: number): Promise<void> {
  await connection.query('update bonus.entry set identity = null where user_id = $1', [userId])
}

/** How many wait for their bonus, and since when the oldest of their months is closed; who left does not. */
export async function countWaiting(
  connection: Connection,
): Promise<{ readonly count: number; readonly oldestAt: Date | null }> {
  const found = await connection.query<{ count: number; oldestAt: Date | null }>(
    `select count(*)::int as count, min(m.closed_at) as "oldestAt" from ${entryTables}
     join accounts.users u on u.id = e.user_id
     where e.state = 'waiting' and u.deleted_at is null`,
  )
  return found.rows[0] ?? { count: 0, oldestAt: null }
}
