/**
 * Resets of second factors as this server recorded them: until when the owner may object, by which link, and
 * whether the owner objected. A row that differs from its proof has no effect.
 */
import type { Database } from '../../../platform/database/pool.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { provenValues, addProof } from '../../../platform/secrets/row-proofs.ts'

type Connection = Pick<Database, 'query'>

/** A pending reset. */
export type WaitingReset = {
  readonly changeId: number
  /** Milliseconds since 1970. */
  readonly dueMs: number
  /** SHA-256 of the token in the link of the e-mail, hexadecimal. */
  readonly tokenHash: string
}

const kind = 'factor_reset'
/** The proof's text for an account without a pending reset. */
const ended = 'ended'

/** Records that a reset of this account is pending. */
export function recordReset(
  connection: Connection,
  keys: Keys,
  userId: number,
  reset: WaitingReset,
): Promise<void> {
  return addProof(connection, keys, { kind, subject: `${userId}` }, textOf(reset))
}

/** The recorded pending reset of an account; null if there is none. */
export async function findRecordedReset(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<WaitingReset | null> {
  const said = (await provenValues(connection, keys, kind, [`${userId}`])).get(`${userId}`)
  return said === undefined || said === ended ? null : resetIn(said)
}

/** Records that the reset of an account has ended; false if none was pending. */
export async function recordResetEnd(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<boolean> {
  if ((await findRecordedReset(connection, keys, userId)) === null) return false
  await addProof(connection, keys, { kind, subject: `${userId}` }, ended)
  return true
}

/** Records resets from before there were proofs, as their rows are now. */
export async function proveEarlierResets(connection: Connection, keys: Keys): Promise<void> {
  for (const [userId, reset] of await waitingRows(connection)) {
    await recordReset(connection, keys, userId, reset)
  }
}

/** Users whose rows differ from the recorded reset, by id. */
export async function unprovenResets(
  connection: Connection,
  keys: Keys,
): Promise<readonly string[]> {
  const rows = await waitingRows(connection)
  const said = await provenValues(connection, keys, kind)
  const all = new Set([...[...rows.keys()].map(String), ...said.keys()])
  return [...all].filter((userId) => {
    const row = rows.get(Number(userId))
    return (row === undefined ? ended : textOf(row)) !== (said.get(userId) ?? ended)
  })
}

async function waitingRows(connection: Connection): Promise<ReadonlyMap<number, WaitingReset>> {
  const found = await connection.query<WaitingReset & { readonly userId: number }>(
    `select user_id as "userId", change_id as "changeId", encode(token_hash, 'hex') as "tokenHash",
       floor(extract(epoch from due_at) * 1000)::bigint as "dueMs"
     from accounts.factor_reset where state = 'waiting'`,
  )
  return new Map(found.rows.map(({ userId, ...reset }) => [userId, reset]))
}

function textOf({ changeId, dueMs, tokenHash }: WaitingReset): string {
  return `${changeId} ${dueMs} ${tokenHash}`
}

function resetIn(said: string): WaitingReset {
  const [changeId, dueMs, tokenHash = ''] = said.split(' ')
  return { changeId: Number(changeId), dueMs: Number(dueMs), tokenHash }
}
