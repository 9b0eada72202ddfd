/** Wrong attempts to sign in, counted in the database over all sessions. */
import type { Database } from '../../platform/database/pool.ts'

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

/** Attempts of a client for all addresses within the window. */
export async function countClientAttempts(
  database: Database,
  clientAddress: string,
  windowMinutes: number,
): Promise<number> {
  const found = await database.query<{ count: number }>(
    `select coalesce(sum(attempts), 0)::int as count from accounts.sign_in_attempt
     where client_address = $1 and since > now() - make_interval(mins => $2)`,
    [clientAddress, windowMinutes],
  )
  return found.rows[0]?.count ?? 0
}

/** Forgets the attempts of this client for this address. */
export async function deleteAttempts(
  database: Database,
  { emailKey, clientAddress }: Attempt,
): Promise<void> {
  await database.query(
    'delete from accounts.sign_in_attempt where email_key = $1 and client_address = $2',
    [emailKey, clientAddress],
  )
}

/** Removes attempts of past windows. */
export async function sweepAttempts(database: Database, windowMinutes: number): Promise<void> {
  await database.query(
    'delete from accounts.sign_in_attempt where since < now() - make_interval(mins => $1)',
    [windowMinutes],
  )
}
