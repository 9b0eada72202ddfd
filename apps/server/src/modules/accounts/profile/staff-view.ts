/** Accounts as the console needs them: the identity and the session of a person. */
import { emailKeyOf } from '@tukar/wire'
import type { Database } from '../../../platform/database/pool.ts'

export type Staff = {
  readonly userId: number
  readonly name: string
  /** The folded address, which is the key of the account. */
  readonly emailKey: string
  /** The confirmed address. */
  readonly email: string
  readonly isVerified: boolean
  readonly isDemo: boolean
  readonly hasTwoFactor: boolean
  /** How long ago the session was opened. */
  readonly sessionAgeSeconds: number
}

/** The owner of a session for the console; null if the session has ended. */
export async function findStaff(database: Database, sessionId: number): Promise<Staff | null> {
  const found = await database.query<Staff>(
    `select u.id as "userId", u.full_name as name, u.email_key as "emailKey", u.email,
       u.email_verified_at is not null as "isVerified", u.demo_name is not null as "isDemo",
       exists (select 1 from accounts.two_factor f where f.user_id = u.id
         and f.activated_at is not null) as "hasTwoFactor",
       extract(epoch from now() - s.created_at)::float8 as "sessionAgeSeconds"
     from accounts.session s join accounts.users u on u.id = s.user_id
     where s.id = $1 and s.expires_at > now() and s.lasts_until > now() and u.deleted_at is null`,
    [sessionId],
  )
  return found.rows[0] ?? null
}

/** The account of an id; null if it is deleted. */
export async function findAccount(
  connection: Pick<Database, 'query'>,
  userId: number,
): Promise<Pick<Staff, 'userId' | 'emailKey' | 'email' | 'isVerified'> | null> {
  const found = await connection.query<Pick<Staff, 'userId' | 'emailKey' | 'email' | 'isVerified'>>(
    `select id as "userId", email_key as "emailKey", email, email_verified_at is not null as "isVerified"
     from accounts.users where id = $1 and deleted_at is null`,
    [userId],
  )
  return found.rows[0] ?? null
}

export type Contact = {
  readonly userId: number
  readonly name: string
  readonly email: string
}

/** Names and addresses of users by id; deleted users are missing. */
export async function findContacts(
  connection: Pick<Database, 'query'>,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Contact>> {
  const found = await connection.query<Contact>(
    `select id as "userId", full_name as name, email from accounts.users
     where id = any($1::bigint[]) and deleted_at is null`,
    [userIds],
  )
  return new Map(found.rows.map((contact) => [contact.userId, contact]))
}

/** The account of an address; null if there is none. */
export async function findByEmail(
  connection: Pick<Database, 'query'>,
  email: string,
): Promise<Contact | null> {
  const found = await connection.query<Contact>(
    `select id as "userId", full_name as name, email from accounts.users
     where email_key = $1 and deleted_at is null`,
    [emailKeyOf(email)],
  )
  return found.rows[0] ?? null
}
