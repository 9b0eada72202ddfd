/**
 * Seals of links in mails and of sign-ins under way: whose they are, under a key that the database does not have.
 * A row that somebody put there with a token of his own opens nobody's account.
 */
import type { Database } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { fits, proofOf } from '../../platform/secrets/proof.ts'

/** What the token of a row is for. */
export type TokenPurpose = 'verify' | 'reset' | 'challenge'

export type TokenRow = {
  readonly tokenHash: Buffer
  readonly userId: number
  readonly purpose: TokenPurpose
}

/** The seal of a row, 32 bytes. */
export function sealOfLink(keys: Keys, row: TokenRow): Buffer {
  return proofOf(keys, 'sign-in-link', valuesOf(row))
}

/** Whether we made the row for this user. */
export function isOurLink(keys: Keys, row: TokenRow, seal: Buffer | null): boolean {
  return fits(keys, 'sign-in-link', valuesOf(row), seal)
}

/** Seals the links of before there were seals, as they are now. */
export async function sealLinks(connection: Pick<Database, 'query'>, keys: Keys): Promise<void> {
  const found = await connection.query<TokenRow>(
    `select token_hash as "tokenHash", user_id as "userId", purpose from accounts.email_link
     where seal is null`,
  )
  for (const row of found.rows) {
    await connection.query('update accounts.email_link set seal = $2 where token_hash = $1', [
      row.tokenHash,
      sealOfLink(keys, row),
    ])
  }
}

function valuesOf({ tokenHash, userId, purpose }: TokenRow) {
  return ['tukar sign-in link 1', tokenHash.toString('hex'), userId, purpose]
}
