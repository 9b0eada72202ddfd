/** One-time codes in the database: of a user and purpose one alone, known by its hash. */
import type { Database } from '../../platform/database/pool.ts'

type Connection = Pick<Database, 'query'>

/** What a code is for. */
export type CodePurpose = 'withdrawal'

/** Codes of one user and purpose within the window. */
const sentMax = 10
const windowMinutes = 60

export type NewCode = {
  readonly userId: number
  readonly purpose: CodePurpose
  readonly codeHash: Buffer
  /** Null: it names none, and confirms none. */
  readonly paymentHash: Buffer | null
}

/** How long a code lives, and how long its owner waits for another one. */
export type CodeTimes = { readonly lifeSeconds: number; readonly pauseSeconds: number }

/**
 * Keeps a code in the place of an earlier one; false, and nothing changes, where the last one for the same
 * was sent a moment ago and is not spent, or the hour had its share. Of many at once one alone is kept.
 */
export async function replaceCode(
  connection: Connection,
  { userId, purpose, codeHash, paymentHash }: NewCode,
  { lifeSeconds, pauseSeconds }: CodeTimes,
): Promise<boolean> {
  const kept = await connection.query(
    `insert into accounts.one_time_code as c (user_id, purpose, code_hash, payment_hash, expires_at)
     values ($1, $2, $3, $8, now() + make_interval(secs => $4))
     on conflict (user_id, purpose) do update set
       code_hash = excluded.code_hash, payment_hash = excluded.payment_hash, attempts = 0,
       sent_at = excluded.sent_at, expires_at = excluded.expires_at,
       sent = case when c.since > now() - make_interval(mins => $7) then c.sent + 1 else 1 end,
       since = case when c.since > now() - make_interval(mins => $7) then c.since else now() end
     where (c.code_hash is null or c.sent_at <= now() - make_interval(secs => $5)
         or excluded.payment_hash <> coalesce(c.payment_hash, ''))
       and (c.sent < $6 or c.since <= now() - make_interval(mins => $7))
     returning 1`,
    [userId, purpose, codeHash, lifeSeconds, pauseSeconds, sentMax, windowMinutes, paymentHash],
  )
  return kept.rowCount === 1
}

/** Why no code may be sent now, and in how many seconds one may. */
export type CodePause = { readonly reason: 'too_soon' | 'too_many'; readonly seconds: number }

/** What keeps a code of this user and purpose from being sent. */
export async function findPause(
  connection: Connection,
  userId: number,
  purpose: CodePurpose,
  pauseSeconds: number,
): Promise<CodePause> {
  const found = await connection.query<{ isTooMany: boolean; soon: number; later: number }>(
    `select sent >= $4 and since > now() - make_interval(mins => $5) as "isTooMany",
       ceil(extract(epoch from sent_at - now()) + $3)::int as soon,
       ceil(extract(epoch from since - now()) + $5 * 60)::int as later
     from accounts.one_time_code where user_id = $1 and purpose = $2`,
    [userId, purpose, pauseSeconds, sentMax, windowMinutes],
  )
  const { isTooMany = false, soon = 0, later = 0 } = found.rows[0] ?? {}
  return isTooMany
    ? { reason: 'too_many', seconds: Math.max(later, 1) }
    : { reason: 'too_soon', seconds: Math.min(Math.max(soon, 1), pauseSeconds) }
}

/** Counts a try at the live code before it is looked at; false where there is none, or it had its share. */
export async function claimCodeTry(
  connection: Connection,
  userId: number,
  purpose: CodePurpose,
  triesMax: number,
): Promise<boolean> {
  const claimed = await connection.query(
    `update accounts.one_time_code set attempts = attempts + 1
     where user_id = $1 and purpose = $2 and code_hash is not null and expires_at > now()
       and attempts < $3`,
    [userId, purpose, triesMax],
  )
  return claimed.rowCount === 1
}

export type LiveCode = {
  readonly codeHash: Buffer
  readonly paymentHash: Buffer | null
  readonly tries: number
}

/** The live code, which nobody else spends until the transaction ends; null where there is none. */
export async function lockCode(
  connection: Connection,
  userId: number,
  purpose: CodePurpose,
): Promise<LiveCode | null> {
  const found = await connection.query<LiveCode>(
    `select code_hash as "codeHash", payment_hash as "paymentHash", attempts as tries from accounts.one_time_code
     where user_id = $1 and purpose = $2 and code_hash is not null and expires_at > now()
     for update`,
    [userId, purpose],
  )
  return found.rows[0] ?? null
}

/** Takes a code out of use; what was sent in this hour stays counted. */
export async function spendCode(
  connection: Connection,
  userId: number,
  purpose: CodePurpose,
): Promise<void> {
  await connection.query(
    'update accounts.one_time_code set code_hash = null where user_id = $1 and purpose = $2',
    [userId, purpose],
  )
}

/** Takes codes that are over out of use for good (INV-26), and removes what counts no more. */
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
