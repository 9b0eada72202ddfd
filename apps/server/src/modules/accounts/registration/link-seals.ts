/**
 * Seals of e-mailed links and pending sign-ins. A seal binds the row to its user under a key that the
 * database does not have. A forged row therefore opens no account.
 */
import type { Database } from '../../../platform/database/pool.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { matchesProof, createProof } from '../../../platform/secrets/proof.ts'

type Connection = Pick<Database, 'query'>

/** The purpose of a row's token. */
export type TokenPurpose = 'verify' | 'reset' | 'challenge'

export type TokenRow = {
  readonly tokenHash: Buffer
  readonly userId: number
  readonly purpose: TokenPurpose
  /** The latest end, in milliseconds since 1970. */
  readonly lastsUntilMs: number
}

/** SQL: the latest end of a row. */
export const lastsUntil = 'floor(extract(epoch from lasts_until) * 1000)::float8 as "lastsUntilMs"'

/** The seal of a row, 32 bytes. */
export function sealOfLink(keys: Keys, row: TokenRow): Buffer {
  return createProof(keys, 'sign-in-link', valuesOf(row))
}

/** Whether this server created the row for this user. */
export function isOurLink(keys: Keys, row: TokenRow, seal: Buffer | null): boolean {
  return matchesProof(keys, 'sign-in-link', valuesOf(row), seal)
}

/** Seals links from before there were seals, as they are now. */
export async function sealLinks(connection: Connection, keys: Keys): Promise<void> {
  for (const row of await linksOf(connection)) {
    if (row.seal === null) await updateSeal(connection, keys, row)
  }
}

/** Seals links again if their seals do not cover their end; rows with another mismatch stay as they are. */
export async function sealLinkEnds(connection: Connection, keys: Keys): Promise<void> {
  for (const row of await linksOf(connection)) {
    const { tokenHash, userId, purpose, seal } = row
    const earlier = ['tukar sign-in link 1', tokenHash.toString('hex'), userId, purpose]
    if (matchesProof(keys, 'sign-in-link', earlier, seal)) await updateSeal(connection, keys, row)
  }
}

async function linksOf(
  connection: Connection,
): Promise<readonly (TokenRow & { readonly seal: Buffer | null })[]> {
  const found = await connection.query<TokenRow & { readonly seal: Buffer | null }>(
    `select token_hash as "tokenHash", user_id::float8 as "userId", purpose, seal, ${lastsUntil}
     from accounts.email_link where lasts_until is not null`,
  )
  return found.rows
}

async function updateSeal(connection: Connection, keys: Keys, row: TokenRow): Promise<void> {
  await connection.query('update accounts.email_link set seal = $2 where token_hash = $1', [
    row.tokenHash,
    sealOfLink(keys, row),
  ])
}

function valuesOf({ tokenHash, userId, purpose, lastsUntilMs }: TokenRow) {
  return ['tukar sign-in link 2', tokenHash.toString('hex'), userId, purpose, lastsUntilMs]
}
