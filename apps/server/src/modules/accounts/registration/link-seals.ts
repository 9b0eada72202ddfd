/**
 * Seals of links in mails and of sign-ins under way: whose they are, under a key that the database does not have.
 * A row that somebody put there with a token of his own opens nobody's account.
 */
import type { Database } from '../../../platform/database/pool.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { matchesProof, createProof } from '../../../platform/secrets/proof.ts'

type Connection = Pick<Database, 'query'>

/** What the token of a row is for. */
export type TokenPurpose = 'verify' | 'reset' | 'challenge'

export type TokenRow = {
  readonly tokenHash: Buffer
  readonly userId: number
  readonly purpose: TokenPurpose
  /** When it ends at the latest, in milliseconds since 1970. */
  readonly lastsUntilMs: number
}

/** As SQL: until when a row lasts at the latest. */
export const lastsUntil = 'floor(extract(epoch from lasts_until) * 1000)::float8 as "lastsUntilMs"'

/** The seal of a row, 32 bytes. */
export function sealOfLink(keys: Keys, row: TokenRow): Buffer {
  return createProof(keys, 'sign-in-link', valuesOf(row))
}

/** Whether we made the row for this user. */
export function isOurLink(keys: Keys, row: TokenRow, seal: Buffer | null): boolean {
  return matchesProof(keys, 'sign-in-link', valuesOf(row), seal)
}

/** Seals the links of before there were seals, as they are now. */
export async function sealLinks(connection: Connection, keys: Keys): Promise<void> {
  for (const row of await linksOf(connection)) {
    if (row.seal === null) await updateSeal(connection, keys, row)
  }
}

/** Seals the links again whose seals do not cover when they end; others that do not fit stay as they are. */
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
