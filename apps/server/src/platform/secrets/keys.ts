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
    | 'bank-account'
    | 'captcha'
    | 'chain-address'
    | 'chain-approval'
    | 'chain-credit'
    | 'chain-request'
    | 'identity'
    | 'identity-index'
    | 'mail'
    | 'one-time-code'
    | 'rupiah-request'
    | 'session'
    | 'two-factor',
) => Buffer

/** Opens the keys; `setting` is the secret of the environment, or null where it has none. */
export async function openKeys(database: Database, setting: Buffer | null): Promise<Keys> {
  const secret = setting ?? (await keptSecret(database))
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
