/** Sessions in the database. */
import type { Database } from '../../../platform/database/pool.ts'
import type { Client } from '../sign-in/clients.ts'

type Connection = Pick<Database, 'query'>

/** The client that opens a session. */
export type SessionClient = Pick<Client, 'address' | 'device'> & {
  /** Since when the device is known, in milliseconds since 1970; null: not a new device. */
  readonly deviceSinceMs: number | null
  /** The cookie that the browser stores and sends with each call; null or missing: none. */
  readonly secret?: string | null
}

/** The lifetime of sessions. */
export type SessionLife = {
  readonly days: number
  /** A session without a call or an open page ends after this time; missing: it does not. */
  readonly idleHours?: number | null
}

const hoursOfDay = 24

/** After how many unused hours a session ends. */
function idleHoursOf({ days, idleHours }: SessionLife): number {
  return idleHours ?? days * hoursOfDay
}

export type NewSession = {
  readonly tokenHash: Buffer
  readonly userId: number
  readonly clientHash: Buffer | null
  readonly lastsUntilMs: number
  /** Binds the fields of the row under a key of the installation. */
  readonly seal: Buffer
  readonly client: SessionClient
}

/** Opens a session. The user keeps at most `max` sessions: those that were used last. */
export async function insertSession(
  connection: Connection,
  { tokenHash, userId, clientHash, lastsUntilMs, seal, client }: NewSession,
  limits: SessionLife & { readonly max: number },
): Promise<void> {
  await connection.query(
    `with ended as (
       delete from accounts.session where token_hash in (
         select token_hash from accounts.session where user_id = $2
         order by greatest(created_at, last_seen_at) desc, id desc offset $4
       )
     )
     insert into accounts.session
       (token_hash, user_id, expires_at, client_address, device, seal, device_since, client_hash,
        lasts_until)
     values (
       $1, $2, now() + least(make_interval(days => $3), make_interval(hours => $9)),
       $5, $6, $7, $8, $10, $11
     )`,
    [
      tokenHash,
      userId,
      limits.days,
      limits.max - 1,
      client.address,
      client.device,
      seal,
      client.deviceSinceMs === null ? null : new Date(client.deviceSinceMs),
      idleHoursOf(limits),
      clientHash,
      new Date(lastsUntilMs),
    ],
  )
}

export type LiveSession = {
  readonly sessionId: number
  readonly userId: number
  /** Whether the time of last use is more than a minute old. */
  readonly isStale: boolean
  /** Null: another program inserted the row. */
  readonly seal: Buffer | null
  /** Since when the device is known, in milliseconds since 1970; null: not a new device. */
  readonly deviceSinceMs: number | null
  /** Hash of the cookie that calls must send; null: none is needed. */
  readonly clientHash: Buffer | null
  /** The latest end, in milliseconds since 1970; null: it was removed outside the server. */
  readonly lastsUntilMs: number | null
}

/**
 * The live sessions of tokens, in the order of the tokens; null if there is none. A session that was found
 * expired stays ended even if the clock is set back later (INV-26).
 */
export async function findSessions(
  database: Database,
  tokenHashes: readonly Buffer[],
): Promise<readonly (LiveSession | null)[]> {
  const found = await database.query<LiveSession & { readonly place: number }>({
    name: 'session-users',
    text: `select asked.place::int - 1 as place, s.id as "sessionId", s.user_id as "userId",
        s.last_seen_at < now() - interval '1 minute' as "isStale", s.seal,
        s.client_hash as "clientHash",
        floor(extract(epoch from s.device_since) * 1000)::bigint as "deviceSinceMs",
        floor(extract(epoch from s.lasts_until) * 1000)::bigint as "lastsUntilMs"
      from unnest($1::bytea[]) with ordinality as asked (token_hash, place)
      join accounts.session s using (token_hash) where s.expires_at > now()
        and s.lasts_until > now()`,
    values: [tokenHashes],
  })
  const sessions: (LiveSession | null)[] = tokenHashes.map(() => null)
  for (const { place, ...session } of found.rows) sessions[place] = session
  const dead = tokenHashes.filter((_, place) => sessions[place] === null)
  if (dead.length > 0) await deleteExpired(database, dead)
  return sessions
}

/** Nobody waits for the deletion and a failure is ignored: the session is refused anyway, and swept soon. */
async function deleteExpired(database: Database, tokenHashes: readonly Buffer[]): Promise<void> {
  await database
    .query(
      `delete from accounts.session where id in (
         select id from accounts.session where token_hash = any($1::bytea[])
           and (expires_at <= now() or coalesce(lasts_until, '-infinity') <= now())
         for update skip locked
       )`,
      [tokenHashes],
    )
    .catch(() => undefined)
}

/**
 * Marks sessions as used now, so that they do not expire. Rows that are locked by another transaction are
 * skipped.
 */
export async function touchSessions(
  database: Database,
  sessions: readonly LiveSession[],
  life: SessionLife,
): Promise<void> {
  await database.query(
    `update accounts.session set last_seen_at = now(), expires_at = least(
       created_at + make_interval(days => $2), now() + make_interval(hours => $3)
     ) where id in (
       select id from accounts.session
       where id = any($1) and expires_at > now() and lasts_until > now()
       for no key update skip locked
     )`,
    [sessions.map(({ sessionId }) => sessionId), life.days, idleHoursOf(life)],
  )
}

/** Ends the session of this token hash; returns its user, or null if there was none. */
export async function deleteSession(
  connection: Connection,
  tokenHash: Buffer,
): Promise<number | null> {
  const ended = await connection.query<{ userId: number }>(
    'delete from accounts.session where token_hash = $1 returning user_id as "userId"',
    [tokenHash],
  )
  return ended.rows[0]?.userId ?? null
}

/** Ends one session of a user; false if the user has no session of this id. */
export async function deleteSessionOf(
  database: Database,
  userId: number,
  sessionId: number,
): Promise<boolean> {
  const ended = await database.query(
    'delete from accounts.session where user_id = $1 and id = $2',
    [userId, sessionId],
  )
  return ended.rowCount === 1
}

/** Ends all sessions of a user, except `keptId` if that is not null. */
export async function deleteSessionsOf(
  connection: Connection,
  userId: number,
  keptId: number | null,
): Promise<void> {
  await connection.query(
    'delete from accounts.session where user_id = $1 and ($2::bigint is null or id <> $2)',
    [userId, keptId],
  )
}

/**
 * Ends one session of a user, or all if the id is null, in a transaction; returns the number of ended
 * sessions.
 */
export async function endSessionsOf(
  transaction: Connection,
  userId: number,
  sessionId: number | null,
): Promise<number> {
  const ended = await transaction.query(
    'delete from accounts.session where user_id = $1 and ($2::bigint is null or id = $2)',
    [userId, sessionId],
  )
  return ended.rowCount ?? 0
}

/**
 * Ends all sessions, links and codes of all users. A restored database would otherwise revive those that were
 * ended or used since its backup.
 */
export async function endAllSessions(transaction: Connection): Promise<void> {
  await transaction.query('delete from accounts.session')
  await transaction.query('delete from accounts.sign_in_challenge')
  await transaction.query('delete from accounts.one_time_code')
  await transaction.query('update accounts.email_link set ended_at = now() where ended_at is null')
}

export type ListedSession = {
  readonly sessionId: number
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly address: string
  readonly device: string
}

/** The live sessions of a user, the most recently used first. */
export async function listSessions(
  database: Database,
  userId: number,
): Promise<readonly ListedSession[]> {
  const found = await database.query<ListedSession>(
    `select id as "sessionId", created_at as "createdAt", last_seen_at as "lastSeenAt",
       client_address as address, device
     from accounts.session
     where user_id = $1 and expires_at > now() and lasts_until > now()
     order by last_seen_at desc, id desc`,
    [userId],
  )
  return found.rows
}

/** The age of the session of a token, in seconds; null if there is none. */
export async function findSessionAge(
  database: Database,
  tokenHash: Buffer,
): Promise<number | null> {
  const found = await database.query<{ age: number }>(
    `select extract(epoch from now() - created_at)::float8 as age
     from accounts.session where token_hash = $1`,
    [tokenHash],
  )
  return found.rows[0]?.age ?? null
}

/** Deletes expired sessions. */
export async function sweepSessions(database: Database): Promise<void> {
  await database.query(
    `delete from accounts.session
     where expires_at < now() or coalesce(lasts_until, '-infinity') <= now()`,
  )
}
