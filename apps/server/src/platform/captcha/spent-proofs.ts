/** Accepted proofs, stored in the database: a proof is valid for one call, on any server. */
import type { Database } from '../database/pool.ts'

/** Spends a proof, given as its 32-byte hash; false if it was spent before. */
export async function spendProof(
  database: Database,
  proofHash: Buffer,
  expiresAtMs: number,
): Promise<boolean> {
  const spent = await database.query(
    `insert into captcha.spent_proof (proof_hash, expires_at) values ($1, $2)
     on conflict do nothing`,
    [proofHash, new Date(expiresAtMs)],
  )
  return spent.rowCount === 1
}

/** Deletes spent proofs that have expired. */
export async function sweepSpentProofs(database: Database): Promise<void> {
  await database.query('delete from captcha.spent_proof where expires_at < now()')
}
