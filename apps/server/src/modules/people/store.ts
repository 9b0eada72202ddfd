/** Users in the database, as operators list and find them. */
import type { DeskRole, KycState, PeopleState } from '@tukar/wire'
import type { Database, Transaction } from '../../platform/database/pool.ts'

type Connection = Pick<Database, 'query'>

/** Rows per page of the list. */
export const peopleRows = 50
/** The maximum count of a long list. */
const countedMax = 10_000
/** How long a user counts as new. */
const newDays = 7

export type ListedPerson = {
  readonly userId: number
  readonly createdAt: Date
  readonly kyc: KycState
  readonly hasTwoFactor: boolean
  readonly isSuspended: boolean
  readonly isDemo: boolean
  readonly lastSeenAt: Date | null
}

const states: Readonly<Record<PeopleState, string>> = {
  all: 'true',
  new: `u.created_at > now() - interval '${newDays} days'`,
  suspended: `exists (select 1 from accounts.suspension p
    where p.user_id = u.id and p.ended_at is null)`,
}

/** A page of users, newest first, and the number of all. */
export async function listPeople(
  connection: Connection,
  filter: { readonly state: PeopleState; readonly kyc: KycState | null; readonly page: number },
): Promise<{ readonly rows: readonly ListedPerson[]; readonly total: number }> {
  const from = `accounts.users u left join kyc.record k on k.user_id = u.id
    where u.deleted_at is null and ${states[filter.state]}
      and ($1::text is null or coalesce(k.state, 'none') = $1)`
  const counted = await connection.query<{ total: number }>(
    `select count(*)::int as total from (select 1 from ${from} limit ${countedMax}) counted`,
    [filter.kyc],
  )
  const found = await connection.query<ListedPerson>(
    `select u.id as "userId", u.created_at as "createdAt", coalesce(k.state, 'none') as kyc,
       exists (select 1 from accounts.two_factor f where f.user_id = u.id
         and f.activated_at is not null) as "hasTwoFactor",
       ${states.suspended} as "isSuspended", u.demo_name is not null as "isDemo",
       (select max(s.last_seen_at) from accounts.session s where s.user_id = u.id) as "lastSeenAt"
     from ${from} order by u.id desc limit $2 offset $3`,
    [filter.kyc, peopleRows, (filter.page - 1) * peopleRows],
  )
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export type FoundPerson = {
  readonly userId: number
  readonly name: string
  readonly email: string
  readonly kyc: KycState
  readonly isSuspended: boolean
}

/** The criterion of a search. */
export type Sought =
  | { readonly by: 'email'; readonly value: string }
  | { readonly by: 'number'; readonly value: number }
  /** In lower case. */
  | { readonly by: 'name'; readonly value: string }

const soughtBy = {
  email: 'u.email_key = $1',
  number: 'u.id = $1',
  name: 'lower(u.full_name) like $1',
} as const

/** The users that match a search, newest first, up to a limit. */
export async function seekPeople(
  connection: Connection,
  sought: Sought,
  max: number,
): Promise<readonly FoundPerson[]> {
  const value =
    sought.by === 'name' ? `${sought.value.replaceAll(/[\\%_]/g, '\\$&')}%` : sought.value
  const found = await connection.query<FoundPerson>(
    `select u.id as "userId", u.full_name as name, u.email, coalesce(k.state, 'none') as kyc,
       ${states.suspended} as "isSuspended"
     from accounts.users u left join kyc.record k on k.user_id = u.id
     where u.deleted_at is null and ${soughtBy[sought.by]} order by u.id desc limit $2`,
    [value, max],
  )
  return found.rows
}

export type KnownPerson = FoundPerson & {
  readonly createdAt: Date
  /** Null: not suspended. */
  readonly suspendedAt: Date | null
  readonly isDemo: boolean
  readonly isVerified: boolean
  readonly hasTwoFactor: boolean
  readonly roles: readonly DeskRole[]
}

/** The known data of an account; null if it does not exist or is deleted. */
export async function findKnownPerson(
  connection: Connection,
  userId: number,
): Promise<KnownPerson | null> {
  const found = await connection.query<KnownPerson>(
    `select u.id as "userId", u.full_name as name, u.email, coalesce(k.state, 'none') as kyc,
       ${states.suspended} as "isSuspended", u.created_at as "createdAt",
       (select p.suspended_at from accounts.suspension p
         where p.user_id = u.id and p.ended_at is null) as "suspendedAt",
       u.demo_name is not null as "isDemo", u.email_verified_at is not null as "isVerified",
       exists (select 1 from accounts.two_factor f where f.user_id = u.id
         and f.activated_at is not null) as "hasTwoFactor",
       array(select r.role from desk.operator_role r where r.user_id = u.id order by r.role) as roles
     from accounts.users u left join kyc.record k on k.user_id = u.id
     where u.id = $1 and u.deleted_at is null`,
    [userId],
  )
  return found.rows[0] ?? null
}

export type PersonEvent = {
  readonly at: Date
  readonly kind: string
  readonly address: string | null
}

/** The newest security events of an account. */
export async function eventsOf(
  connection: Connection,
  userId: number,
  max: number,
): Promise<readonly PersonEvent[]> {
  const found = await connection.query<PersonEvent>(
    `select at, kind, client_address as address from security.event
     where account_id = $1 order by id desc limit $2`,
    [userId, max],
  )
  return found.rows
}

/** Serializes the opening of an account by an operator until the transaction ends. */
export async function holdOpening(
  transaction: Transaction,
  operatorId: number,
  subject: string,
): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock(hashtext($1))', [
    `people.open ${operatorId} ${subject}`,
  ])
}

/** Whether the audit log has an opening of this account by the operator within the hour. */
export async function wasOpened(
  connection: Connection,
  operatorId: number,
  subject: string,
): Promise<boolean> {
  const found = await connection.query(
    `select 1 from desk.audit_entry where subject = $2 and action = 'person.open'
       and operator_id = $1 and at > now() - interval '1 hour' limit 1`,
    [operatorId, subject],
  )
  return found.rowCount === 1
}
