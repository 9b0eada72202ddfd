/**
 * Keys of the installation: one secret, from which each purpose gets a key of its own. The secret comes
 * from the setting; a simulation that has none keeps one in its database, so that all servers on that
 * database share it.
 */
import { hkdfSync, randomBytes } from 'node:crypto'
import type { Database } from '../database/pool.ts'

const secretBytes = 32
const keyBytes = 32

/** The key of a purpose, 32 bytes: the same for all servers of this installation. */
export type Keys = (
  purpose:
    | 'captcha'
    | 'chain-approval'
    | 'chain-request'
    | 'identity'
    | 'identity-index'
    | 'mail'
    | 'one-time-code'
    | 'operator-role'
    | 'operator-vote'
    | 'rupiah-request'
    | 'session'
    | 'two-factor',
) => Buffer

/** Opens the keys; `setting` is the secret of the environment, or null where it has none. */
export async function openKeys(database: Database, setting: Buffer | null): Promise<Keys> {
  return keysOf(setting ?? (await keptSecret(database)))
}

/** The keys that exist already, for who only reads; null where the secret is not here. */
export async function findKeys(
  database: Pick<Database, 'query'>,
  setting: Buffer | null,
): Promise<Keys | null> {
  if (setting !== null) return keysOf(setting)
  const found = await database.query<{ secret: Buffer }>(
    'select secret from public.installation_secret',
  )
  const kept = found.rows[0]?.secret
  return kept === undefined ? null : keysOf(kept)
}

function keysOf(secret: Buffer): Keys {
  return (purpose) => Buffer.from(hkdfSync('sha256', secret, '', `tukar ${purpose}`, keyBytes))
}

async function keptSecret(database: Database): Promise<Buffer> {
  const found = await database.query<{ secret: Buffer }>(
    `insert into public.installation_secret (secret) values ($1)
     on conflict (one) do update set secret = installation_secret.secret returning secret`,
    [randomBytes(secretBytes)],
  )
  const row = found.rows[0]
  if (row === undefined) throw new Error('the database keeps no secret')
  return row.secret
}
