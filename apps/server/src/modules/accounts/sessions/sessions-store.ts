/** Sessions in the database. */
import type { Database } from '../../../platform/database/pool.ts'
import type { Client } from '../sign-in/clients.ts'

type Connection = Pick<Database, 'query'>

/** Where a session is opened. */
export type SessionClient = Pick<Client, 'address' | 'device'> & {
  /** Since when the device is known, in milliseconds since 1970; null: it is not new. */
  readonly deviceSinceMs: number | null
  /** The cookie that its browser keeps, which its calls have to bring; null or missing: it keeps none. */
  readonly secret?: string | null
}

/** How long sessions live. */
export type SessionLife = {
  readonly days: number
  /** Without a call or an open page for so long a session ends earlier; missing: it does not. */
  readonly idleHours?: number | null
}

const hoursOfDay = 24

/** After how many hours without use a session ends. */
function idleHoursOf({ days, idleHours }: SessionLife): number {
  return idleHours ?? days * hoursOfDay
}

export type NewSession = {
  readonly tokenHash: Buffer
  readonly userId: number
  readonly clientHash: Buffer | null
  readonly lastsUntilMs: number
  /** Binds these under a key of the installation. */
  readonly seal: Buffer
  readonly client: SessionClient
}

/** Opens a session; of those the user has, the ones that were used last stay so that there are at most `max`. */
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
  /** Whether it was last marked as seen more than a minute ago. */
  readonly isStale: boolean
  /** Null: somebody else put it there. */
  readonly seal: Buffer | null
  /** Since when its device is known, in milliseconds since 1970; null: it is not new. */
  readonly deviceSinceMs: number | null
  /** Hash of the cookie that its calls have to bring; null: they need none. */
  readonly clientHash: Buffer | null
  /** When it ends at the latest, in milliseconds since 1970; null: somebody took that away. */
  readonly lastsUntilMs: number | null
}

/**
 * The live sessions of tokens, each at its token's place, null where there is none. One that was found to be
 * over is gone, also for a clock that is set back later (INV-26).
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

/** Nobody waits for it or hears that it failed: whoever it is about is refused all the same, and swept soon. */
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
 * Marks sessions as seen now, so that they do not end for want of use; but for those that somebody is changing: they
 * are not waited for.
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

/** Ends the session of this token hash; gives its user, or null where there was none. */
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

/** Ends one session of a user; false if he has none of this id. */
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

/** Ends all sessions of a user, but for the one of `keptId` where that is not null. */
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

/** Ends one session of a user, or all where the id is null, in a transaction; how many were ended. */
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
 * Ends all sessions, links and codes of everybody: in a database that was put back those are alive again that
 * were ended or used since its backup.
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

/** The live sessions of a user, the last seen first. */
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

/** When the session of a token was opened, in seconds before now; null if there is none. */
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

/** Removes sessions that are over. */
export async function sweepSessions(database: Database): Promise<void> {
  await database.query(
    `delete from accounts.session
     where expires_at < now() or coalesce(lasts_until, '-infinity') <= now()`,
  )
}
