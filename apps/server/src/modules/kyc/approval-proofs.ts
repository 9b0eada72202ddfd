/** Proofs of approved identities: a record that was set to approved in the database has no effect. */
import type { Database } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import {
  isFactProven,
  provenAmong,
  proveEarlierFacts,
  proveFact,
  unprovenFacts,
} from '../../platform/secrets/proven-facts.ts'

type Connection = Pick<Database, 'query'>

const kind = 'verified'

/** Proves an approval, in its transaction. */
export function proveApproval(connection: Connection, keys: Keys, userId: number): Promise<void> {
  return proveFact(connection, keys, kind, userId)
}

/** Whether this server approved the user. */
export function isApprovalProven(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<boolean> {
  return isFactProven(connection, keys, kind, userId)
}

/** The users among these whom this server approved. */
export function approvedAmong(
  connection: Connection,
  keys: Keys,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  return provenAmong(connection, keys, kind, userIds)
}

/** Proves approvals from before there were proofs, as they are now. */
export function proveEarlierApprovals(connection: Connection, keys: Keys): Promise<void> {
  return proveEarlierFacts(connection, keys, kind, approvedAfter)
}

/** Users whose records were set to approved in the database, by id. */
export async function unprovenApprovals(
  connection: Connection,
  keys: Keys,
): Promise<readonly string[]> {
  return (await unprovenFacts(connection, keys, kind, approvedAfter)).map(String)
}

async function approvedAfter(
  connection: Connection,
  after: number,
  limit: number,
): Promise<readonly number[]> {
  const found = await connection.query<{ userId: number }>(
    `select user_id::float8 as "userId" from kyc.record
     where state = 'approved' and user_id > $1 order by user_id limit $2`,
    [after, limit],
  )
  return found.rows.map(({ userId }) => userId)
}
