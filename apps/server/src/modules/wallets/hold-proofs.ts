/**
 * Deposits that hold their owners' accounts, as this server said it: since the chain took one back, until two operators
 * let the account go on. A row that says that it was released, or that nothing was taken back, lets nothing leave.
 */
import type { Database, Transaction } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { provenValues, addProof } from '../../platform/secrets/row-proofs.ts'

type Connection = Pick<Database, 'query'>

/** A deposit by its row, and whose it is. */
export type HoldingDeposit = { readonly rowId: number; readonly userId: number }

/** Whether a deposit `d` holds its owner's account by its row: nobody agreed yet that it goes on. */
export const isHolding = `((d.state in ('reversing', 'claimed_back') and d.released_life < d.life)
  or (d.state not in ('reversing', 'claimed_back') and d.released_life < d.life - 1))`

const kind = 'deposit_hold'
/** As the proof says it of an account that no deposit holds. */
const none = 'none'

/** Says that a deposit holds its owner's account from now on. */
export function proveHeld(
  transaction: Transaction,
  keys: Keys,
  { rowId, userId }: HoldingDeposit,
): Promise<void> {
  return change(transaction, keys, userId, (held) => held.add(rowId))
}

/** Says that two operators let the account go on, as far as this deposit holds it. */
export function proveReleased(
  transaction: Transaction,
  keys: Keys,
  { rowId, userId }: HoldingDeposit,
): Promise<void> {
  return change(transaction, keys, userId, (held) => held.delete(rowId))
}

/** Whether a deposit holds an account, as it was said last. */
export async function isProvenHeld(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<boolean> {
  return (await readProven(connection, keys, userId)).size > 0
}

/** Says the holds of before there were proofs, as they are now. */
export async function proveEarlierHolds(connection: Connection, keys: Keys): Promise<void> {
  for (const [userId, rowIds] of await holdingRows(connection)) {
    await addProof(connection, keys, { kind, subject: `${userId}` }, textOf(rowIds))
  }
}

/** People of whom rows say otherwise than was said of deposits that hold their accounts, by their ids. */
export async function unprovenHolds(
  connection: Connection,
  keys: Keys,
): Promise<readonly string[]> {
  const rows = await holdingRows(connection)
  const said = await provenValues(connection, keys, kind)
  const all = new Set([...[...rows.keys()].map(String), ...said.keys()])
  const rowsText = (userId: string) => textOf(rows.get(Number(userId)) ?? new Set())
  return [...all].filter((userId) => rowsText(userId) !== (said.get(userId) ?? none))
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
  const said = (await provenValues(connection, keys, kind, [`${userId}`])).get(`${userId}`) ?? none
  return new Set(said === none ? [] : said.split(' ').map(Number))
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
