/** The months of the bonus and their entitled users, in the database. */
import type { Database } from '../../platform/database/pool.ts'
import type { Entitled, RecordedMonth } from './month-proofs.ts'
import { monthOf } from './period.ts'
import type { Exclusion, CandidateVerdict } from './rules.ts'

type Connection = Pick<Database, 'query'>

export type BonusMonth = {
  /** The start of the month in Jakarta, in milliseconds since 1970. */
  readonly startMs: number
  /** The amount for each user, in units of 0.01 rupiah. */
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
  /** How often the fee income did not cover the payment. */
  readonly refusals: number
}

/** Writes the promise for the current month. */
export async function writePromise(
  connection: Connection,
  startMs: number,
  amount: number,
): Promise<void> {
  await connection.query(
    `insert into bonus.month (starts_ms, amount) values ($1, $2)
     on conflict (starts_ms) do update set amount = excluded.amount, closed_at = null`,
    [startMs, amount],
  )
}

/** Deletes the promise for the current month. */
export async function deleteMonth(connection: Connection, startMs: number): Promise<void> {
  await connection.query('delete from bonus.month where starts_ms = $1 and closed_at is null', [
    startMs,
  ])
}

/** Writes that a month is closed, with the amount for each user, whatever its row said. */
export async function closeMonth(
  connection: Connection,
  startMs: number,
  amount: number,
): Promise<void> {
  await connection.query(
    `insert into bonus.month (starts_ms, amount, closed_at) values ($1, $2, now())
     on conflict (starts_ms) do update
       set amount = excluded.amount, closed_at = coalesce(month.closed_at, excluded.closed_at)`,
    [startMs, amount],
  )
}

/**
 * Deletes the identities of rows that were inserted into a month before it was judged, because each identity
 * is unique.
 */
export async function clearIdentities(connection: Connection, startMs: number): Promise<void> {
  await connection.query('update bonus.entry set identity = null where starts_ms = $1', [startMs])
}

/** Stores the verdict about a candidate, whatever the row said. */
export async function insertEntry(
  connection: Connection,
  startMs: number,
  { userId, filled, counted, exclusion, identity }: CandidateVerdict,
): Promise<void> {
  await connection.query(
    `insert into bonus.entry (starts_ms, user_id, filled, counted, state, reason, identity)
     values ($1, $2, $3, $4, $5, $6, decode($7, 'hex'))
     on conflict (starts_ms, user_id) do update
       set filled = excluded.filled, counted = excluded.counted, state = excluded.state,
         reason = excluded.reason, identity = excluded.identity, paid_at = null, change_id = null`,
    [startMs, userId, filled, counted, exclusion ? 'excluded' : 'waiting', exclusion, identity],
  )
}

/** All months by their rows, with the entitled users. */
export async function listMonthRows(
  connection: Connection,
): Promise<ReadonlyMap<number, RecordedMonth>> {
  const months = await connection.query<BonusMonth>(
    `select starts_ms as "startMs", amount, closed_at is not null as "isClosed" from bonus.month`,
  )
  const found = await connection.query<Entitled & { readonly startMs: number }>(
    `select starts_ms as "startMs", user_id as "userId", filled, counted from bonus.entry
     where state in ('waiting', 'paid')`,
  )
  const people = new Map<number, Entitled[]>()
  for (const { startMs, ...one } of found.rows) {
    const others = people.get(startMs)
    if (others === undefined) people.set(startMs, [one])
    else others.push(one)
  }
  return new Map(
    months.rows.map(({ startMs, amount, isClosed }) => [
      startMs,
      isClosed
        ? { state: 'closed', amount, entitled: people.get(startMs) ?? [] }
        : { state: 'promised', amount },
    ]),
  )
}

/** The closed months, and the current one if an amount is promised; newest first. */
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

/** The entries of a month, the oldest account first. */
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

/** The entry of a user in a month; null if the user had too few orders. */
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
 * SQL: whether the ledger has the bonus of a user ($2 is the month in words). A payment is booked before it
 * is recorded, so an interrupted payment is booked and still waiting.
 */
const isGiven = `exists (
  select from exchange.transfer t
  where t.source = 'bonus:' || $2 || ':' || e.user_id and t.to_account_id = e.user_id
    and t.reason = 'bonus' and t.command_kind = 'grant')`

/**
 * SQL: the unpaid entries of a month, of the recorded entitled users ($3 to $5). A deleted account cannot be
 * paid, but keeps earlier payments. The column that says "paid" is trusted, because it pays nobody.
 */
const waiting = `
  select * from (
    select e.user_id, e.filled, e.counted, coalesce(r.refusals, 0) as refusals, ${isGiven} as is_given,
      u.deleted_at
    from unnest($3::bigint[], $4::integer[], $5::integer[]) as e(user_id, filled, counted)
    join accounts.users u on u.id = e.user_id
    left join bonus.entry r on r.starts_ms = $1 and r.user_id = e.user_id
    where r.state is distinct from 'paid') e
  where is_given or deleted_at is null`

function waitingOf(startMs: number, entitled: readonly Entitled[]): unknown[] {
  return [
    startMs,
    monthOf(startMs),
    entitled.map(({ userId }) => userId),
    entitled.map(({ filled }) => filled),
    entitled.map(({ counted }) => counted),
  ]
}

/** The unpaid part of a month. */
export type Unpaid = {
  /** Entries that wait, and those of them without a booked payment. */
  readonly waiting: number
  readonly ungiven: number
  /** The sum of the entries without a booked payment, in units of 0.01 rupiah. */
  readonly sum: number
  /** The amount for each user, in units of 0.01 rupiah. */
  readonly amount: number
  /** Changes if the set of waiting users changes. */
  readonly digest: string
}

/** Sums the unpaid entries of a month as recorded, with the payments in the tables. */
export async function sumUnpaid(
  connection: Connection,
  startMs: number,
  said: RecordedMonth | null,
): Promise<Unpaid> {
  const entitled = said?.state === 'closed' ? said.entitled : []
  const found = await connection.query<Pick<Unpaid, 'waiting' | 'ungiven' | 'digest'>>(
    `select count(*)::int as waiting, (count(*) filter (where not is_given))::int as ungiven,
       md5(coalesce(string_agg(user_id::text, ',' order by user_id), '')) as digest
     from (${waiting}) w`,
    waitingOf(startMs, entitled),
  )
  const {
    waiting: people,
    ungiven,
    digest,
  } = found.rows[0] ?? { waiting: 0, ungiven: 0, digest: '' }
  const amount = said?.amount ?? 0
  return { waiting: people, ungiven, sum: ungiven * amount, amount, digest }
}

/** An unpaid entry, and whether the ledger has its payment. */
export type Waiting = Pick<BonusEntry, 'startMs' | 'amount' | 'refusals'> &
  Entitled & { readonly isGiven: boolean }

/** A page of the unpaid entries of a month as recorded, the oldest account first, after a given account. */
export async function listWaiting(
  connection: Connection,
  startMs: number,
  said: RecordedMonth | null,
  { afterId, max }: { readonly afterId: number; readonly max: number },
): Promise<readonly Waiting[]> {
  if (said?.state !== 'closed') return []
  const found = await connection.query<Omit<Waiting, 'startMs' | 'amount'>>(
    `select user_id as "userId", filled, counted, refusals, is_given as "isGiven"
     from (${waiting}) w where user_id > $6 order by user_id limit $7`,
    [...waitingOf(startMs, said.entitled), afterId, max],
  )
  return found.rows.map((one) => ({ ...one, startMs, amount: said.amount }))
}

/** Records that a user was paid, whatever the row said; false if that was recorded already. */
export async function markPaid(
  connection: Connection,
  { startMs, userId, filled, counted }: Pick<Waiting, 'startMs' | 'userId' | 'filled' | 'counted'>,
  changeId: number,
): Promise<boolean> {
  const marked = await connection.query(
    `insert into bonus.entry (starts_ms, user_id, filled, counted, state, paid_at, change_id)
     values ($1, $2, $4, $5, 'paid', now(), $3)
     on conflict (starts_ms, user_id) do update
       set state = 'paid', reason = null, filled = excluded.filled, counted = excluded.counted,
         paid_at = excluded.paid_at, change_id = excluded.change_id
       where entry.state <> 'paid'`,
    [startMs, userId, changeId, filled, counted],
  )
  return marked.rowCount === 1
}

/** Counts a payment that the fee income did not cover. */
export async function noteRefusal(
  connection: Connection,
  { startMs, userId }: Pick<BonusEntry, 'startMs' | 'userId'>,
): Promise<void> {
  await connection.query(
    'update bonus.entry set refusals = refusals + 1 where starts_ms = $1 and user_id = $2',
    [startMs, userId],
  )
}

/** Writes that an operator excluded a user. */
export async function excludeEntry(
  connection: Connection,
  { startMs, userId }: Pick<BonusEntry, 'startMs' | 'userId'>,
  changeId: number,
): Promise<void> {
  await connection.query(
    `update bonus.entry set state = 'excluded', reason = 'operator', change_id = $3
     where starts_ms = $1 and user_id = $2 and state = 'waiting'`,
    [startMs, userId, changeId],
  )
}

/** Deletes the identity of an entry after the account was deleted. */
export async function forgetIdentity(connection: Connection, userId: number): Promise<void> {
  await connection.query('update bonus.entry set identity = null where user_id = $1', [userId])
}

/**
 * How many users wait for their bonus, and when the oldest of their months was closed; deleted users do not
 * count.
 */
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
