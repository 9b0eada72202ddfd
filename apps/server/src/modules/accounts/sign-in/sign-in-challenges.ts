/**
 * The challenge between the correct password and the code: an opaque token, valid for ten minutes, five
 * attempts and one success (DEC-17). The database stores its hash.
 */
import type { Database } from '../../../platform/database/pool.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { hashOf, makeToken } from '../../../platform/security/opaque-tokens.ts'
import { isOurLink, lastsUntil, sealOfLink } from '../registration/link-seals.ts'

type Connection = Pick<Database, 'query'>

const lifeMinutes = 10
export const challengeTriesMax = 5

/** Creates a challenge for a user whose password was correct; returns its token. */
export async function makeChallenge(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<string> {
  const token = makeToken()
  const tokenHash = hashOf(token)
  const lastsUntilMs = Date.now() + lifeMinutes * 60_000
  const seal = sealOfLink(keys, { tokenHash, userId, purpose: 'challenge', lastsUntilMs })
  await connection.query(
    `insert into accounts.sign_in_challenge (token_hash, user_id, expires_at, seal, lasts_until)
     values ($1, $2, now() + make_interval(mins => $3), $4, $5)`,
    [tokenHash, userId, lifeMinutes, seal, new Date(lastsUntilMs)],
  )
  return token
}

export type ChallengeTry = {
  readonly userId: number
  readonly emailKey: string
  /** Whether this was the last attempt. */
  readonly isLast: boolean
}

/**
 * Counts an attempt at a live challenge. Null if the challenge is unknown, expired, out of attempts, or not
 * created by this server.
 */
export async function tryChallenge(
  database: Database,
  keys: Keys,
  token: string,
): Promise<ChallengeTry | null> {
  const tokenHash = hashOf(token)
  const tried = await database.query<
    ChallengeTry & { readonly seal: Buffer | null; readonly lastsUntilMs: number }
  >(
    `update accounts.sign_in_challenge c set tries = tries + 1
     from accounts.users u
     where c.token_hash = $1 and c.tries < $2 and c.expires_at > now()
       and c.lasts_until > now() and u.id = c.user_id
     returning c.user_id as "userId", u.email_key as "emailKey", c.tries >= $2 as "isLast",
       c.seal, ${lastsUntil}`,
    [tokenHash, challengeTriesMax],
  )
  const [row] = tried.rows
  if (row === undefined) return null
  const { seal, lastsUntilMs, ...challenged } = row
  const made = { tokenHash, userId: row.userId, purpose: 'challenge', lastsUntilMs } as const
  return isOurLink(keys, made, seal) ? challenged : null
}

/** Whether all attempts at a challenge were wrong and it has not expired yet. */
export async function isTriedOut(database: Database, token: string): Promise<boolean> {
  const found = await database.query(
    `select 1 from accounts.sign_in_challenge
     where token_hash = $1 and tries >= $2 and expires_at > now()`,
    [hashOf(token), challengeTriesMax],
  )
  return found.rowCount === 1
}

/** Ends a challenge; false if it was ended before. */
export async function burnChallenge(connection: Connection, token: string): Promise<boolean> {
  const burnt = await connection.query(
    'delete from accounts.sign_in_challenge where token_hash = $1',
    [hashOf(token)],
  )
  return burnt.rowCount === 1
}

/** Ends all challenges of a user, because the password or the factor changed. */
export async function burnChallengesOf(connection: Connection, userId: number): Promise<void> {
  await connection.query('delete from accounts.sign_in_challenge where user_id = $1', [userId])
}

/** Deletes expired challenges. */
export async function sweepChallenges(database: Database): Promise<void> {
  await database.query('delete from accounts.sign_in_challenge where expires_at < now()')
}
