/** Tells whether two people share an identity number, without revealing it: keyed hashes of the numbers. */
import type { Database } from '../../../platform/database/pool.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { approvedAmong } from '../approval-proofs.ts'

/**
 * The approved users among these, each with the hash of the number in hexadecimal; null if none is stored.
 * Unapproved numbers, and records that were set to approved in the database, do not count.
 */
export async function identityNumbersOf(
  connection: Pick<Database, 'query'>,
  keys: Keys,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  const found = await connection.query<{ readonly userId: number; readonly number: string | null }>(
    `select user_id as "userId", encode(number_index, 'hex') as number
     from kyc.record
     where user_id = any($1::bigint[]) and ended_at is null and state = 'approved'`,
    [userIds],
  )
  const approved = await approvedAmong(
    connection,
    keys,
    found.rows.map(({ userId }) => userId),
  )
  const rows = found.rows.filter(({ userId }) => approved.has(userId))
  return new Map(rows.map(({ userId, number }) => [userId, number]))
}
