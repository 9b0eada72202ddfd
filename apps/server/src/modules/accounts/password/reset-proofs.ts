/**
 * Resets of second factors as this server said them: until when the owner may object, by which link, and that he did. A
 * row that says otherwise is not believed.
 */
import type { Database } from '../../../platform/database/pool.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { provenValues, addProof } from '../../../platform/secrets/row-proofs.ts'

type Connection = Pick<Database, 'query'>

/** A reset that waits. */
export type WaitingReset = {
  readonly changeId: number
  /** Milliseconds since 1970. */
  readonly dueMs: number
  /** SHA-256 of the token in the mail's link, hexadecimal. */
  readonly tokenHash: string
}

const kind = 'factor_reset'
/** As the proof says it of somebody whose factor no reset takes off. */
const ended = 'ended'

/** Says that a reset waits for an account. */
export function recordReset(
  connection: Connection,
  keys: Keys,
  userId: number,
  reset: WaitingReset,
): Promise<void> {
  return addProof(connection, keys, { kind, subject: `${userId}` }, textOf(reset))
}

/** The reset that was said to wait for an account; null where none does. */
export async function findRecordedReset(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<WaitingReset | null> {
  const said = (await provenValues(connection, keys, kind, [`${userId}`])).get(`${userId}`)
  return said === undefined || said === ended ? null : resetIn(said)
}

/** Says that the reset of an account is over; false where none waited. */
export async function recordResetEnd(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<boolean> {
  if ((await findRecordedReset(connection, keys, userId)) === null) return false
  await addProof(connection, keys, { kind, subject: `${userId}` }, ended)
  return true
}

/** Says the resets of before there were proofs, as they are now. */
export async function proveEarlierResets(connection: Connection, keys: Keys): Promise<void> {
  for (const [userId, reset] of await waitingRows(connection)) {
    await recordReset(connection, keys, userId, reset)
  }
}

/** People of whom rows say otherwise than was said of the reset of their factor, by their ids. */
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
