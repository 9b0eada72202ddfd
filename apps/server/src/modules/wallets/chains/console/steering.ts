/**
 * A person pauses a chain, or has it go on. After a reorganization that reached deeper than what is taken
 * back without one, the person says from where it is read again: what stood above loses its place, and the
 * deposits follow by their own edges (ATT-80), and withdrawals that it paid are looked at again.
 */
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { audit, type Operator } from '../../../desk/index.ts'
import type { Mark, Place } from '../tracking/chain-view.ts'
import type { ChainName } from '../chains.ts'
import { haltChain, resumeChain, saidHalt } from '../tracking/halts.ts'
import { passingCauses, pauseIn } from '../tracking/pause.ts'
import { hintPaidAbove } from '../withdrawals/withdrawal-store.ts'

/** The cause of a pause that a person began. */
export const operatorCause = 'operator'
/** Causes for which the chain has to be read again from further back. */
const halts: readonly string[] = ['deep_reorganization', 'final_reversed']

export type SteerOrder = {
  readonly operator: Operator
  readonly chain: ChainName
  readonly decision: 'pause' | 'go_on'
  readonly reason: string
  /** The last block that still stands; needed after a halt alone. */
  readonly fromHeight: number | null
}

export type SteerParts = {
  readonly database: Database
  readonly keys: Keys
  /** The hash of the block that stands at a height now; null where the node does not say. */
  readonly blockHashAt: (chain: ChainName, height: number) => Promise<string | null>
}

type Cursor = {
  readonly paused: string | null
  readonly tipHeight: number | null
  readonly finalHeight: number | null
}

/** Whether a pause ends by itself. */
export function isPassing(paused: string): boolean {
  return passingCauses.some((cause) => cause === paused)
}

/** Below which height a halted chain has to be read again; null where it is not halted. */
export async function belowHeightOf(
  connection: Pick<Database, 'query'>,
  chain: ChainName,
  { paused, finalHeight }: Pick<Cursor, 'paused' | 'finalHeight'>,
): Promise<number | null> {
  if (paused === null || !halts.includes(paused)) return null
  const found = await connection.query<Mark>(
    `select from_height as "fromHeight", height, hash from wallets.chain_block
     where chain = $1 order by height`,
    [chain],
  )
  const final = found.rows.findLast(({ height }) => finalHeight !== null && height <= finalHeight)
  return (final ?? found.rows[0])?.height ?? null
}

/**
 * Pauses a chain or has it go on, recorded; refuses `desk.chain_unmoved`, `desk.height_needed`,
 * `desk.height_wrong` or `desk.node_silent`, and then changes nothing.
 */
export async function steerChain(parts: SteerParts, order: SteerOrder): Promise<void> {
  const { database, keys } = parts
  // Nodes are asked before the lock: scanning waits for it.
  const base = await baseOf(parts, order)
  await inTransaction(database, async (transaction) => {
    const cursor = await lockCursor(transaction, keys, order.chain)
    const before = { paused: cursor.paused, tipHeight: cursor.tipHeight }
    const isPause = order.decision === 'pause'
    if (isPause) requireNoHalt(cursor)
    else await prepareResume(transaction, order.chain, cursor, base)
    if (isPause) await haltChain(transaction, keys, order.chain, operatorCause)
    else await resumeChain(transaction, keys, order.chain)
    await audit.record(transaction, {
      operatorId: order.operator.operatorId,
      action: `chain.${order.decision}`,
      subject: `chain:${order.chain}`,
      reason: order.reason,
      before,
      after: {
        paused: isPause ? operatorCause : null,
        from: base?.height ?? null,
      },
    })
  })
}

/** The block that a halted chain goes on from, with what deposits at or below it say of their own. */
async function baseOf(
  { database, blockHashAt }: SteerParts,
  { chain, decision, fromHeight }: SteerOrder,
): Promise<Place | null> {
  if (decision === 'pause' || fromHeight === null) return null
  const hash = await blockHashAt(chain, fromHeight)
  if (hash === null) throw new Refusal('desk.node_silent')
  const newest = await database.query<Place>(
    `select block_height as height, block_hash as hash from wallets.chain_deposit
     where chain = $1 and block_height <= $2 order by block_height desc limit 1`,
    [chain, fromHeight],
  )
  const stands = newest.rows[0]
  if (stands !== undefined) {
    const said = await blockHashAt(chain, stands.height)
    if (said === null) throw new Refusal('desk.node_silent')
    if (said !== stands.hash) throw new Refusal('desk.height_wrong')
  }
  return { height: fromHeight, hash }
}

async function lockCursor(transaction: Transaction, keys: Keys, chain: ChainName): Promise<Cursor> {
  const found = await transaction.query<Cursor>(
    `select paused, tip_height as "tipHeight", final_height as "finalHeight"
     from wallets.chain_cursor where chain = $1 for update`,
    [chain],
  )
  const cursor = found.rows[0]
  if (cursor === undefined) throw new Refusal('desk.case_unknown')
  const halt = await saidHalt(transaction, keys, chain)
  return { ...cursor, paused: pauseIn(halt, cursor.paused) }
}

function requireNoHalt({ paused }: Cursor): void {
  if (paused !== null && !isPassing(paused)) throw new Refusal('desk.chain_unmoved')
}

/** Checks that a chain is halted and where it is read from; has it read again from there. */
async function prepareResume(
  transaction: Transaction,
  chain: ChainName,
  cursor: Cursor,
  base: Place | null,
): Promise<void> {
  const { paused } = cursor
  if (paused === null || isPassing(paused)) throw new Refusal('desk.chain_unmoved')
  const below = await belowHeightOf(transaction, chain, cursor)
  if (below !== null) {
    if (base === null || base.height >= below) throw new Refusal('desk.height_needed', { below })
    await readAgainFrom(transaction, chain, base)
  }
}

/** One mark is left to stand on: what comes above it is judged again. */
async function readAgainFrom(
  transaction: Transaction,
  chain: ChainName,
  { height, hash }: Place,
): Promise<void> {
  await transaction.query('delete from wallets.chain_block where chain = $1', [chain])
  await transaction.query(
    `insert into wallets.chain_block (chain, height, from_height, hash) values ($1, $2, $2, $3)`,
    [chain, height, hash],
  )
  // The tip alone falls: rows above it are not called gone before the head is reached again.
  await transaction.query(
    `update wallets.chain_cursor set tip_height = $2, final_height = least(final_height, $2),
       head_height = greatest(head_height, $2 + 1), tip_moved_at = now()
     where chain = $1`,
    [chain, height],
  )
  await hintPaidAbove(transaction, chain, height)
}
