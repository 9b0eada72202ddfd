/** Users as others and they themselves see them. */
import type { Database } from '../../../platform/database/pool.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { isProvenOrNoted } from '../user-proofs.ts'

export type Role = 'trader' | 'operator'

export type User = {
  readonly userId: number
  readonly fullName: string
  readonly nickname: string
  readonly email: string
  readonly role: Role
  readonly createdAt: Date
  readonly hasTwoFactor: boolean
  /** Whether operators suspended the account. */
  readonly isSuspended: boolean
  readonly isDemo: boolean
}

const userColumns = `id as "userId", full_name as "fullName", nickname, email, role,
  created_at as "createdAt",
  exists (select 1 from accounts.two_factor f where f.user_id = users.id
    and f.activated_at is not null) as "hasTwoFactor",
  exists (select 1 from accounts.suspension s where s.user_id = users.id
    and s.ended_at is null) as "isSuspended",
  demo_name is not null as "isDemo"`

/** The user of this id, or null. */
export async function findUser(database: Database, userId: number): Promise<User | null> {
  const found = await database.query<User>(
    `select ${userColumns} from accounts.users where id = $1`,
    [userId],
  )
  return found.rows[0] ?? null
}

/** Changes the nickname; false if the account is deleted. */
export async function updateNickname(
  database: Database,
  userId: number,
  nickname: string,
): Promise<boolean> {
  const updated = await database.query(
    'update accounts.users set nickname = $2 where id = $1 and deleted_at is null',
    [userId, nickname],
  )
  return updated.rowCount === 1
}

/** The receiver of an e-mail, and its language. */
export type Addressee = {
  readonly email: string
  readonly fullName: string
  readonly language: 'en' | 'id'
}

/**
 * The addressee of e-mails about an account; null if the account is deleted, or its address does not match
 * its proof.
 */
export async function findAddressee(
  connection: Pick<Database, 'query'>,
  keys: Keys,
  userId: number,
): Promise<Addressee | null> {
  const found = await connection.query<Addressee>(
    `select email, full_name as "fullName", language from accounts.users
     where id = $1 and deleted_at is null`,
    [userId],
  )
  const [addressee] = found.rows
  if (addressee === undefined) return null
  return (await isProvenOrNoted(connection, keys, userId)) ? addressee : null
}
