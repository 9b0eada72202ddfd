/** Deletions of accounts, and what remains of a deleted account in the database (DEC-40). */
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { deleteLinksOf } from '../registration/email-links.ts'
import { deleteSessionsOf } from '../sessions/sessions-store.ts'
import { deleteSignInOf } from '../sign-in/sign-in-store.ts'
import { proveUser } from '../user-proofs.ts'

export type Deletion = {
  readonly deletionId: number
  readonly userId: number
  readonly language: 'en' | 'id'
  readonly state: 'checking' | 'returning'
}

type Connection = Pick<Database, 'query'>

/** Starts a deletion; null if this user has a deletion in progress or done. */
export async function insertDeletion(
  database: Database,
  { userId, reason, language }: { userId: number; reason: string; language: string },
): Promise<number | null> {
  const created = await database.query<{ id: number }>(
    `insert into accounts.deletion (user_id, reason, language) values ($1, $2, $3)
     on conflict do nothing returning id`,
    [userId, reason, language],
  )
  return created.rows[0]?.id ?? null
}

/** Removes a deletion that was given up. */
export async function removeDeletion(database: Database, deletionId: number): Promise<void> {
  await database.query(`delete from accounts.deletion where id = $1 and state = 'checking'`, [
    deletionId,
  ])
}

/** Marks a deletion as decided. From here on it is completed, even after a crash. */
export async function decideDeletion(database: Database, deletionId: number): Promise<boolean> {
  const decided = await database.query(
    `update accounts.deletion set state = 'returning' where id = $1 and state = 'checking'`,
    [deletionId],
  )
  return decided.rowCount === 1
}

/** Deletions that no call is working on: decided ones, and undecided ones older than this. */
export async function listStrandedDeletions(
  database: Database,
  olderThanSeconds: number,
): Promise<readonly Deletion[]> {
  const found = await database.query<Deletion>(
    `select id as "deletionId", user_id as "userId", language, state from accounts.deletion
     where state <> 'done' and created_at <= now() - make_interval(secs => $1) order by id`,
    [olderThanSeconds],
  )
  return found.rows
}

export type Leaving = {
  readonly email: string
  readonly fullName: string
  readonly isDemo: boolean
  readonly isSuspended: boolean
  readonly openOrders: number
}

/** The user who is leaving, with what may block the deletion; null if the account does not exist. */
export async function findLeaving(connection: Connection, userId: number): Promise<Leaving | null> {
  const found = await connection.query<Leaving>(
    `select email, full_name as "fullName", demo_name is not null as "isDemo",
       exists (select 1 from exchange.suspended_account where account_id = u.id) as "isSuspended",
       (select count(*)::int from exchange.orders where account_id = u.id and status = 'open')
         as "openOrders"
     from accounts.users u where id = $1 and deleted_at is null`,
    [userId],
  )
  return found.rows[0] ?? null
}

export type Holding = {
  readonly currencyId: number
  readonly available: number
  readonly held: number
  /** The part of the balance that the simulation gave. */
  readonly given: number
}

/** The balances of an account, without empty ones. */
export async function listHoldings(
  connection: Connection,
  userId: number,
): Promise<readonly Holding[]> {
  const found = await connection.query<Holding>(
    `select b.currency_id as "currencyId", b.available, b.held,
       coalesce((select sum(f.amount)::bigint from accounts.starting_fund f
         where f.user_id = $1 and f.currency_id = b.currency_id and f.state = 'booked'), 0) as given
     from exchange.balance b
     where b.account_id = $1 and (b.available > 0 or b.held > 0) order by b.currency_id`,
    [userId],
  )
  return found.rows
}

/** Whether starting funds of the account still have to be booked. */
export async function hasPendingFunds(connection: Connection, userId: number): Promise<boolean> {
  const found = await connection.query(
    `select 1 from accounts.starting_fund where user_id = $1 and state = 'pending'`,
    [userId],
  )
  return found.rows.length > 0
}

/**
 * Removes the personal data from the account. The row and all records stay, without a name, an address or
 * credentials. Ends the deletion; false if it was ended already.
 */
export async function anonymize(
  client: Transaction,
  keys: Keys,
  { deletionId, userId }: Pick<Deletion, 'deletionId' | 'userId'>,
): Promise<boolean> {
  const ended = await client.query(
    `update accounts.deletion set state = 'done' where id = $1 and state = 'returning'`,
    [deletionId],
  )
  if (ended.rowCount !== 1) return false
  await client.query(
    `delete from accounts.mail_count
     where email_key = (select email_key from accounts.users where id = $1)`,
    [userId],
  )
  await client.query(
    `update accounts.users set full_name = 'Deleted', nickname = 'Deleted', password_hash = null,
       email = 'deleted-' || id || '@deleted.invalid', email_key = 'deleted-' || id,
       deleted_at = now()
     where id = $1`,
    [userId],
  )
  await deleteSessionsOf(client, userId, null)
  await deleteLinksOf(client, userId)
  await deleteSignInOf(client, userId)
  await proveUser(client, keys, userId)
  return true
}
