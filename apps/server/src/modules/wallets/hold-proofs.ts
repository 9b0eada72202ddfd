/**
 * Proofs of the deposits that hold their owners' accounts: from the reorganization of a credited deposit
 * until two operators resume the account. A row that claims a release, or no reorganization, releases
 * nothing.
 */
import type { Database, Transaction } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { provenValues, addProof } from '../../platform/secrets/row-proofs.ts'

type Connection = Pick<Database, 'query'>

/** A deposit's row id and its owner. */
export type HoldingDeposit = { readonly rowId: number; readonly userId: number }

/** SQL: whether a deposit `d` holds its owner's account by its row, because its release is not decided. */
export const isHolding = `((d.state in ('reversing', 'claimed_back') and d.released_life < d.life)
  or (d.state not in ('reversing', 'claimed_back') and d.released_life < d.life - 1))`

const kind = 'deposit_hold'
/** The value of the proof when no deposit holds the account. */
const none = 'none'

/** Stores the proof that a deposit holds its owner's account. */
export function proveHeld(
  transaction: Transaction,
  keys: Keys,
  { rowId, userId }: HoldingDeposit,
): Promise<void> {
  return change(transaction, keys, userId, (held) => held.add(rowId))
}

/** Stores the proof that two operators released the account from this deposit. */
export function proveReleased(
  transaction: Transaction,
  keys: Keys,
  { rowId, userId }: HoldingDeposit,
): Promise<void> {
  return change(transaction, keys, userId, (held) => held.delete(rowId))
}

/** Whether a deposit holds an account, by the last proof. */
export async function isProvenHeld(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<boolean> {
  return (await readProven(connection, keys, userId)).size > 0
}

/** Makes proofs for holds from before proofs existed, as they are now. */
export async function proveEarlierHolds(connection: Connection, keys: Keys): Promise<void> {
  for (const [userId, rowIds] of await holdingRows(connection)) {
    await addProof(connection, keys, { kind, subject: `${userId}` }, textOf(rowIds))
  }
}

/** The users whose rows contradict the proofs about held accounts, by id. */
export async function unprovenHolds(
  connection: Connection,
  keys: Keys,
): Promise<readonly string[]> {
  const rows = await holdingRows(connection)
  const proven = await provenValues(connection, keys, kind)
  const all = new Set([...[...rows.keys()].map(String), ...proven.keys()])
  const rowsText = (userId: string) => textOf(rows.get(Number(userId)) ?? new Set())
  return [...all].filter((userId) => rowsText(userId) !== (proven.get(userId) ?? none))
}

async function change(
  transaction: Transaction,
  keys: Keys,
  userId: number,
  edit: (held: Set<number>) => unknown,
): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${kind}:${userId}`,
  ])
  const held = await readProven(transaction, keys, userId)
  const before = textOf(held)
  edit(held)
  if (textOf(held) === before) return
  await addProof(transaction, keys, { kind, subject: `${userId}` }, textOf(held))
}

async function readProven(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<Set<number>> {
  const proven =
    (await provenValues(connection, keys, kind, [`${userId}`])).get(`${userId}`) ?? none
  return new Set(proven === none ? [] : proven.split(' ').map(Number))
}

async function holdingRows(
  connection: Connection,
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const found = await connection.query<HoldingDeposit>(
    `select d.id as "rowId", d.user_id as "userId" from wallets.chain_deposit d
     where (d.life > 1 or d.state in ('reversing', 'claimed_back')) and ${isHolding}`,
  )
  const rows = new Map<number, Set<number>>()
  for (const { rowId, userId } of found.rows) {
    rows.set(userId, (rows.get(userId) ?? new Set<number>()).add(rowId))
  }
  return rows
}

function textOf(held: ReadonlySet<number>): string {
  return held.size === 0 ? none : [...held].toSorted((a, b) => a - b).join(' ')
}
