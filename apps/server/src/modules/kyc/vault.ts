/**
 * Seals a user's data under the user's own key, which the installation's key wraps (reliability pattern 21).
 * After that key is destroyed, no copy of the database can be decrypted for this user.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { Database } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { seal, unseal } from '../../platform/secrets/sealing.ts'

type Connection = Pick<Database, 'query'>

/** Seals and decrypts the data of one user; `field` names the data and is part of the seal. */
export type Vault = {
  seal(field: string, plain: Uint8Array): Buffer
  /** Throws if the data was sealed for another user or field, or was changed. */
  open(field: string, sealed: Buffer): Buffer
}

const personKeyBytes = 32

/** The vault of a user; creates the key if there is none. */
export async function vaultFor(connection: Connection, keys: Keys, userId: number): Promise<Vault> {
  const known = await vaultOf(connection, keys, userId)
  if (known !== null) return known
  const wrapped = seal(keys('identity'), ownerOf(userId, 'key'), randomBytes(personKeyBytes))
  await connection.query(
    'insert into kyc.person_key (user_id, wrapped) values ($1, $2) on conflict do nothing',
    [userId, wrapped],
  )
  // A concurrent call may have created the key.
  const made = await vaultOf(connection, keys, userId)
  if (made === null) throw new Error('the user has no key')
  return made
}

/** The vault of a user with a key; null without a key, or after it was destroyed. */
export async function vaultOf(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<Vault | null> {
  const found = await connection.query<{ wrapped: Buffer }>(
    'select wrapped from kyc.person_key where user_id = $1',
    [userId],
  )
  const wrapped = found.rows[0]?.wrapped
  if (wrapped === undefined) return null
  const key = unseal(keys('identity'), ownerOf(userId, 'key'), wrapped)
  return {
    seal: (field, plain) => seal(key, ownerOf(userId, field), plain),
    open: (field, sealed) => unseal(key, ownerOf(userId, field), sealed),
  }
}

/**
 * Whether the users' keys, if there are any, were wrapped with these keys. With other keys no data could be
 * decrypted, and a used number could be claimed a second time (FLT-42).
 */
export async function fitPeople(connection: Connection, keys: Keys): Promise<boolean> {
  const found = await connection.query<{ userId: number; wrapped: Buffer }>(
    'select user_id as "userId", wrapped from kyc.person_key order by user_id desc limit 1',
  )
  const newest = found.rows[0]
  if (newest === undefined) return true
  try {
    unseal(keys('identity'), ownerOf(newest.userId, 'key'), newest.wrapped)
    return true
  } catch {
    return false
  }
}

/** Seals a value as JSON. */
export function sealJson(vault: Vault, field: string, value: object): Buffer {
  return vault.seal(field, Buffer.from(JSON.stringify(value)))
}

/** Decrypts a value of `sealJson`; the caller names the type that was sealed under this field. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only who sealed it knows
export function openJson<T>(vault: Vault, field: string, sealed: Buffer): T {
  const value: T = JSON.parse(vault.open(field, sealed).toString('utf8'))
  return value
}

/** The keyed hash of an identity number in normal form: equal for equal numbers, and not reversible. */
export function numberIndexOf(keys: Keys, number: string): Buffer {
  return createHmac('sha256', keys('identity-index')).update(number).digest()
}

function ownerOf(userId: number, field: string): string {
  return `kyc ${userId} ${field}`
}
