/** One-time codes in the database: one for each user, purpose and session, stored as a hash. */
import type { Database } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { countUp, useUp } from '../../../platform/security/tallies.ts'

type Connection = Pick<Database, 'query'>

/** The purpose of a code. */
export type CodePurpose = 'withdrawal'

/** Codes that one session may request for one purpose within the window. */
const sentMax = 10
/** Codes that one user may request within the window. */
const sentOfUserMax = 30
const windowMinutes = 60
/** The prefix under which a used code is recorded, before its hash. */
const usedUp = 'code by mail '

/** The user, purpose and session of a code; all sessions on new devices share session 0. */
export type CodeOwner = {
  readonly userId: number
  readonly purpose: CodePurpose
  readonly sessionId: number
}

export type NewCode = CodeOwner & {
  readonly codeHash: Buffer
  /** The latest moment at which the code is valid; the hash covers it. */
  readonly lastsUntilMs: number
  /** Null: the code names no payment, and confirms none. */
  readonly paymentHash: Buffer | null
}

/** SQL: how many codes were sent to a user ($1) within the window of $7 minutes. */
const sentOfUser = `(select coalesce(sum(o.sent), 0) from accounts.one_time_code o
  where o.user_id = $1 and o.since > now() - make_interval(mins => $7))`

/** The lifetime of a code, and the wait before the next one. */
export type CodeTimes = { readonly lifeSeconds: number; readonly pauseSeconds: number }

/**
 * Stores a code in place of an earlier one. Returns false and changes nothing if the last unspent code is too
 * recent, or the hourly limit is reached. Only one of several concurrent calls succeeds.
 */
export async function replaceCode(
  connection: Connection,
  { userId, purpose, sessionId, codeHash, paymentHash, lastsUntilMs }: NewCode,
  { lifeSeconds, pauseSeconds }: CodeTimes,
): Promise<boolean> {
  const kept = await connection.query(
    `insert into accounts.one_time_code as c 
       (user_id, purpose, session_id, code_hash, payment_hash, expires_at, lasts_until)
     select $1, $2, $9, $3, $8, now() + make_interval(secs => $4), $11 where ${sentOfUser} < $10
     on conflict (user_id, purpose, session_id) do update set
       code_hash = excluded.code_hash, payment_hash = excluded.payment_hash, attempts = 0,
       sent_at = excluded.sent_at, expires_at = excluded.expires_at, lasts_until = excluded.lasts_until,
       sent = case when c.since > now() - make_interval(mins => $7) then c.sent + 1 else 1 end,
       since = case when c.since > now() - make_interval(mins => $7) then c.since else now() end
     where (c.code_hash is null or c.sent_at <= now() - make_interval(secs => $5)
         or excluded.payment_hash <> coalesce(c.payment_hash, ''))
       and (c.sent < $6 or c.since <= now() - make_interval(mins => $7))
     returning 1`,
    [
      userId,
      purpose,
      codeHash,
      lifeSeconds,
      pauseSeconds,
      sentMax,
      windowMinutes,
      paymentHash,
      sessionId,
      sentOfUserMax,
      new Date(lastsUntilMs),
    ],
  )
  return kept.rowCount === 1
}

/** Why no code may be sent now, and in how many seconds one may be sent. */
export type CodeDelay = { readonly reason: 'too_soon' | 'too_many'; readonly seconds: number }

/** Finds the reason why this owner may not get a code now. */
export async function findCodeDelay(
  connection: Connection,
  { userId, purpose, sessionId }: CodeOwner,
  pauseSeconds: number,
): Promise<CodeDelay> {
  const found = await connection.query<{ isTooMany: boolean; soon: number; later: number }>(
    `select sent >= $4 and since > now() - make_interval(mins => $7) as "isTooMany",
       ceil(extract(epoch from sent_at - now()) + $3)::int as soon,
       ceil(extract(epoch from since - now()) + $7 * 60)::int as later
     from accounts.one_time_code where user_id = $1 and purpose = $2 and session_id = $6
     union all
     select true, 0, $7 * 60 where ${sentOfUser} >= $5
     order by "isTooMany" desc`,
    [userId, purpose, pauseSeconds, sentMax, sentOfUserMax, sessionId, windowMinutes],
  )
  const { isTooMany = false, soon = 0, later = 0 } = found.rows[0] ?? {}
  return isTooMany
    ? { reason: 'too_many', seconds: Math.max(later, 1) }
    : { reason: 'too_soon', seconds: Math.min(Math.max(soon, 1), pauseSeconds) }
}

/** SQL: whether the code of ($1, $2, $3) is valid. A used code stays used, whatever its row says. */
const isAlive = `user_id = $1 and purpose = $2 and session_id = $3 and code_hash is not null
  and expires_at > now() and lasts_until > now() and not exists (select from security.tally t
    where t.subject = '${usedUp}' || encode(code_hash, 'hex'))`

/**
 * Counts an attempt at the valid code before the code is checked. False if there is no valid code, or if the
 * code or its owner has no attempts left in this hour.
 */
export function claimCodeTry(
  database: Database,
  keys: Keys,
  { userId, purpose, sessionId }: CodeOwner,
  triesMax: number,
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const claimed = await transaction.query<{ codeHash: Buffer }>(
      `update accounts.one_time_code set attempts = attempts + 1
       where ${isAlive} and attempts < $4 returning code_hash as "codeHash"`,
      [userId, purpose, sessionId, triesMax],
    )
    const [code] = claimed.rows
    if (code === undefined) return false
    const counted = { subject: `codes by mail of ${userId}`, part: code.codeHash.toString('hex') }
    const caps = { ofPart: triesMax, ofSubject: sentOfUserMax * triesMax, windowMinutes }
    return countUp(transaction, keys, counted, caps)
  })
}

export type LiveCode = {
  readonly codeHash: Buffer
  readonly paymentHash: Buffer | null
  readonly lastsUntilMs: number
  readonly tries: number
}

/** Locks the valid code until the transaction ends; null if there is none. */
export async function lockCode(
  connection: Connection,
  { userId, purpose, sessionId }: CodeOwner,
): Promise<LiveCode | null> {
  const found = await connection.query<LiveCode>(
    `select code_hash as "codeHash", payment_hash as "paymentHash", attempts as tries,
       floor(extract(epoch from lasts_until) * 1000)::float8 as "lastsUntilMs"
     from accounts.one_time_code where ${isAlive} for update`,
    [userId, purpose, sessionId],
  )
  return found.rows[0] ?? null
}

/** Marks a code as used. The caller holds its row. Codes that were sent in this hour stay counted. */
export async function spendCode(
  connection: Connection,
  { userId, purpose, sessionId }: CodeOwner,
  codeHash: Buffer,
): Promise<void> {
  await useUp(connection, { subject: `${usedUp}${codeHash.toString('hex')}`, part: '' })
  await connection.query(
    `update accounts.one_time_code set code_hash = null
     where user_id = $1 and purpose = $2 and session_id = $3`,
    [userId, purpose, sessionId],
  )
}

/** Ends expired codes for good (INV-26), and deletes counts that no longer matter. */
export async function sweepCodes(database: Database): Promise<void> {
  await database.query(
    `update accounts.one_time_code set code_hash = null
     where code_hash is not null and expires_at < now()`,
  )
  await database.query(
    `delete from accounts.one_time_code
     where since < now() - make_interval(mins => $1) and expires_at < now()`,
    [windowMinutes],
  )
}
