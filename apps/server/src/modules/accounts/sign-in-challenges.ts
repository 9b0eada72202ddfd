/**
 * What stands between the right password and the code: an opaque token that lives ten minutes, for five
 * tries and one success (DEC-17). The database holds its hash.
 */
import type { Database } from '../../platform/database/pool.ts'
import { hashOf, makeToken } from '../../platform/security/opaque-tokens.ts'

type Connection = Pick<Database, 'query'>

const lifeMinutes = 10
export const challengeTriesMax = 5

/** Makes a challenge for a user whose password was right; returns its token. */
export async function makeChallenge(connection: Connection, userId: number): Promise<string> {
  const token = makeToken()
  await connection.query(
    `insert into accounts.sign_in_challenge (token_hash, user_id, expires_at)
     values ($1, $2, now() + make_interval(mins => $3))`,
    [hashOf(token), userId, lifeMinutes],
  )
  return token
}

export type Challenged = {
  readonly userId: number
  readonly emailKey: string
  /** Whether this was the last try. */
  readonly isLast: boolean
}

/** Counts a try at a live challenge; null where it is unknown, over, or was tried too often. */
export async function tryChallenge(database: Database, token: string): Promise<Challenged | null> {
  const tried = await database.query<Challenged>(
    `update accounts.sign_in_challenge c set tries = tries + 1
     from accounts.users u
     where c.token_hash = $1 and c.tries < $2 and c.expires_at > now() and u.id = c.user_id
     returning c.user_id as "userId", u.email_key as "emailKey", c.tries >= $2 as "isLast"`,
    [hashOf(token), challengeTriesMax],
  )
  return tried.rows[0] ?? null
}

/** Whether all tries at a challenge were used, none of them right, and its time is not over. */
export async function isTriedOut(database: Database, token: string): Promise<boolean> {
  const found = await database.query(
    `select 1 from accounts.sign_in_challenge
     where token_hash = $1 and tries >= $2 and expires_at > now()`,
    [hashOf(token), challengeTriesMax],
  )
  return found.rowCount === 1
}

/** Burns a challenge; false if it was burnt before. */
export async function burnChallenge(connection: Connection, token: string): Promise<boolean> {
  const burnt = await connection.query(
    'delete from accounts.sign_in_challenge where token_hash = $1',
    [hashOf(token)],
  )
  return burnt.rowCount === 1
}

/** Burns all challenges of a user: his password or his factor changed. */
export async function burnChallengesOf(connection: Connection, userId: number): Promise<void> {
  await connection.query('delete from accounts.sign_in_challenge where user_id = $1', [userId])
}

/** Removes challenges that are over. */
export async function sweepChallenges(database: Database): Promise<void> {
  await database.query('delete from accounts.sign_in_challenge where expires_at < now()')
}
