/** Who is the same person as whom, without saying who: keyed hashes of the numbers of identity papers. */
import type { Database } from '../../platform/database/pool.ts'

export type IdentityNumber = {
  readonly userId: number
  /** As the record says it: where money is given for it, it has to be proven (`approvedAmong`). */
  readonly isVerified: boolean
  /** The hash, hexadecimal; null where no number is kept. */
  readonly number: string | null
}

/** What is known of these people; whoever began no record is missing. */
export async function identityNumbersOf(
  connection: Pick<Database, 'query'>,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, IdentityNumber>> {
  const found = await connection.query<IdentityNumber>(
    `select user_id as "userId", state = 'approved' as "isVerified",
       encode(number_index, 'hex') as number
     from kyc.record where user_id = any($1::bigint[]) and ended_at is null`,
    [userIds],
  )
  return new Map(found.rows.map((row) => [row.userId, row]))
}
