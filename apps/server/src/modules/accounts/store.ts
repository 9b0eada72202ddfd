/** Users, sessions, attempts and starting funds in the database. */
import type { Database } from '../../platform/database/pool.ts'

export type User = {
  readonly userId: number
  readonly fullName: string
  readonly nickname: string
  readonly email: string
  readonly role: 'trader' | 'operator'
  readonly createdAt: Date
}

export type StartingFund = {
  readonly fundId: number
  readonly userId: number
  readonly currencyId: number
  readonly amount: number
}

export type NewUser = {
  readonly fullName: string
  readonly email: string
  readonly emailKey: string
  readonly passwordHash: string | null
  readonly demoName?: string
  readonly role?: User['role']
}

const userColumns = `id as "userId", full_name as "fullName", nickname, email, role,
  created_at as "createdAt"`

/** Makes a user with his starting funds; null if the address is taken. */
export async function insertUser(
  database: Database,
  user: NewUser,
  funds: readonly { readonly currencyId: number; readonly amount: number }[],
): Promise<number | null> {
  const made = await database.query<{ id: number }>(
    `with made as (
       insert into accounts.users (full_name, nickname, email, email_key, password_hash, demo_name, role)
       values ($1, $1, $2, $3, $4, $5, $6) on conflict do nothing returning id
     ), funded as (
       insert into accounts.starting_fund (user_id, currency_id, amount)
       select made.id, f.currency_id, f.amount from made,
         unnest($7::int[], $8::bigint[]) as f(currency_id, amount)
     )
     select id from made`,
    [
      user.fullName,
      user.email,
      user.emailKey,
      user.passwordHash,
      user.demoName ?? null,
      user.role ?? 'trader',
      funds.map((fund) => fund.currencyId),
      funds.map((fund) => fund.amount),
    ],
  )
  return made.rows[0]?.id ?? null
}

export async function findCredentials(
  database: Database,
  emailKey: string,
): Promise<{ readonly userId: number; readonly passwordHash: string | null } | null> {
  const found = await database.query<{ id: number; password_hash: string | null }>(
    'select id, password_hash from accounts.users where email_key = $1',
    [emailKey],
  )
  const row = found.rows[0]
  return row === undefined ? null : { userId: row.id, passwordHash: row.password_hash }
}

export async function findUser(database: Database, userId: number): Promise<User | null> {
  const found = await database.query<User>(
    `select ${userColumns} from accounts.users where id = $1`,
    [userId],
  )
  return found.rows[0] ?? null
}

export type DemoPerson = {
  readonly userId: number
  readonly name: string
  readonly role: User['role']
}

export async function listDemoPeople(database: Database): Promise<readonly DemoPerson[]> {
  const found = await database.query<DemoPerson>(
    `select id as "userId", demo_name as name, role from accounts.users
     where demo_name is not null order by (role = 'operator'), id`,
  )
  return found.rows
}

/** Opens a session; of those the user has, the newest stay so that there are at most `max`. */
export async function insertSession(
  database: Database,
  tokenHash: Buffer,
  userId: number,
  limits: { readonly days: number; readonly max: number },
): Promise<void> {
  await database.query(
    `with ended as (
       delete from accounts.session where token_hash in (
         select token_hash from accounts.session where user_id = $2
         order by created_at desc offset $4
       )
     )
     insert into accounts.session (token_hash, user_id, expires_at)
     values ($1, $2, now() + make_interval(days => $3))`,
    [tokenHash, userId, limits.days, limits.max - 1],
  )
}

/** The user of a live session, or null. */
export async function findSession(database: Database, tokenHash: Buffer): Promise<number | null> {
  const found = await database.query<{ user_id: number }>({
    name: 'session-user',
    text: `select user_id from accounts.session where token_hash = $1 and expires_at > now()`,
    values: [tokenHash],
  })
  return found.rows[0]?.user_id ?? null
}

export async function deleteSession(database: Database, tokenHash: Buffer): Promise<void> {
  await database.query('delete from accounts.session where token_hash = $1', [tokenHash])
}

export type Attempt = { readonly emailKey: string; readonly clientAddress: string }

/**
 * Counts an attempt before it is made, so that no burst passes the cap: one statement, one row. Gives the
 * attempts of this window, this one included; null, and nothing counted, where there were `max`.
 */
export async function claimAttempt(
  database: Database,
  { emailKey, clientAddress }: Attempt,
  max: number,
  windowMinutes: number,
): Promise<number | null> {
  const claimed = await database.query<{ attempts: number }>(
    `insert into accounts.sign_in_attempt as a (email_key, client_address, attempts)
     values ($1, $2, 1)
     on conflict (email_key, client_address) do update set
       attempts = case when a.since > now() - make_interval(mins => $4) then a.attempts + 1 else 1 end,
       since = case when a.since > now() - make_interval(mins => $4) then a.since else now() end
     where a.attempts < $3 or a.since <= now() - make_interval(mins => $4)
     returning attempts`,
    [emailKey, clientAddress, max, windowMinutes],
  )
  return claimed.rows[0]?.attempts ?? null
}

/** Gives an attempt back that was not made. */
export async function releaseAttempt(
  database: Database,
  { emailKey, clientAddress }: Attempt,
): Promise<void> {
  await database.query(
    `update accounts.sign_in_attempt set attempts = greatest(attempts - 1, 0)
     where email_key = $1 and client_address = $2`,
    [emailKey, clientAddress],
  )
}

/** Attempts for an address from all clients within the window. */
export async function countAttempts(
  database: Database,
  emailKey: string,
  windowMinutes: number,
): Promise<number> {
  const found = await database.query<{ count: number }>(
    `select coalesce(sum(attempts), 0)::int as count from accounts.sign_in_attempt
     where email_key = $1 and since > now() - make_interval(mins => $2)`,
    [emailKey, windowMinutes],
  )
  return found.rows[0]?.count ?? 0
}

export async function deleteAttempts(
  database: Database,
  { emailKey, clientAddress }: Attempt,
): Promise<void> {
  await database.query(
    'delete from accounts.sign_in_attempt where email_key = $1 and client_address = $2',
    [emailKey, clientAddress],
  )
}

/** Removes what is over: expired sessions and attempts of past windows. */
export async function sweep(database: Database, windowMinutes: number): Promise<void> {
  await database.query('delete from accounts.session where expires_at < now()')
  await database.query(
    'delete from accounts.sign_in_attempt where since < now() - make_interval(mins => $1)',
    [windowMinutes],
  )
}

export async function listPendingFunds(
  database: Database,
  userId: number | null,
): Promise<readonly StartingFund[]> {
  const found = await database.query<StartingFund>(
    `select id as "fundId", user_id as "userId", currency_id as "currencyId", amount
     from accounts.starting_fund
     where state = 'pending' and ($1::bigint is null or user_id = $1) order by id limit 1000`,
    [userId],
  )
  return found.rows
}

export async function markFundBooked(database: Database, fundId: number): Promise<void> {
  await database.query(`update accounts.starting_fund set state = 'booked' where id = $1`, [fundId])
}
