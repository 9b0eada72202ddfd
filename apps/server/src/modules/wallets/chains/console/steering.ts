/**
 * Operators halt and resume a chain. After a reorganization that is too deep for automatic handling, the
 * operator names the height from which the chain is read again. Blocks above it are forgotten, deposits
 * follow by their own edges (ATT-80), and the withdrawals paid above it are checked again.
 */
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { audit, type Operator } from '../../../desk/index.ts'
import type { Checkpoint, BlockRef } from '../tracking/chain-view.ts'
import type { ChainName } from '../chains.ts'
import { haltChain, resumeChain, findProvenHalt } from '../tracking/halts.ts'
import { passingCauses, pauseIn } from '../tracking/halt-causes.ts'
import { wakePaidAbove } from '../withdrawals/withdrawal-store.ts'

/** The cause of a halt by an operator. */
export const operatorCause = 'operator'
/** Causes after which the chain must be read again from an earlier block. */
const halts: readonly string[] = ['deep_reorganization', 'final_reversed']

export type SteerOrder = {
  readonly operator: Operator
  readonly chain: ChainName
  readonly decision: 'pause' | 'go_on'
  readonly reason: string
  /** The last block that is still in the chain; required only after a halt by the state machine. */
  readonly fromHeight: number | null
}

export type SteerDeps = {
  readonly database: Database
  readonly keys: Keys
  /** The hash of the block at a height now; null if the node does not answer. */
  readonly blockHashAt: (chain: ChainName, height: number) => Promise<string | null>
}

type Cursor = {
  readonly paused: string | null
  readonly tipHeight: number | null
  readonly finalHeight: number | null
}

/** Whether a halt ends automatically. */
export function isPassing(paused: string): boolean {
  return passingCauses.some((cause) => cause === paused)
}

/** The height below which a halted chain must be read again; null if it is not halted. */
export async function belowHeightOf(
  connection: Pick<Database, 'query'>,
  chain: ChainName,
  { paused, finalHeight }: Pick<Cursor, 'paused' | 'finalHeight'>,
): Promise<number | null> {
  if (paused === null || !halts.includes(paused)) return null
  const found = await connection.query<Checkpoint>(
    `select from_height as "fromHeight", height, hash from wallets.chain_block
     where chain = $1 order by height`,
    [chain],
  )
  const final = found.rows.findLast(({ height }) => finalHeight !== null && height <= finalHeight)
  return (final ?? found.rows[0])?.height ?? null
}

/**
 * Halts or resumes a chain and records it in the audit log. Refuses `desk.chain_unmoved`,
 * `desk.height_needed`, `desk.height_wrong` or `desk.node_silent`, without any change.
 */
export async function steerChain(deps: SteerDeps, order: SteerOrder): Promise<void> {
  const { database, keys } = deps
  // Nodes are asked before the lock, because scanning waits for the lock.
  const base = await baseOf(deps, order)
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

/** The block from which a halted chain resumes, with the highest block that deposits at or below it name. */
async function baseOf(
  { database, blockHashAt }: SteerDeps,
  { chain, decision, fromHeight }: SteerOrder,
): Promise<BlockRef | null> {
  if (decision === 'pause' || fromHeight === null) return null
  const cursor = await database.query<{ tipHeight: number | null }>(
    'select tip_height as "tipHeight" from wallets.chain_cursor where chain = $1',
    [chain],
  )
  if (fromHeight > (cursor.rows[0]?.tipHeight ?? Infinity)) throw new Refusal('desk.height_wrong')
  const hash = await blockHashAt(chain, fromHeight)
  if (hash === null) throw new Refusal('desk.node_silent')
  const newest = await database.query<BlockRef>(
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
  const halt = await findProvenHalt(transaction, keys, chain)
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
  base: BlockRef | null,
): Promise<void> {
  const { paused } = cursor
  if (paused === null || isPassing(paused)) throw new Refusal('desk.chain_unmoved')
  const below = await belowHeightOf(transaction, chain, cursor)
  if (below !== null) {
    if (base === null || base.height >= below) throw new Refusal('desk.height_needed', { below })
    await readAgainFrom(transaction, chain, base)
  }
}

/** One checkpoint remains as the base. All blocks above it are read again. */
async function readAgainFrom(
  transaction: Transaction,
  chain: ChainName,
  { height, hash }: BlockRef,
): Promise<void> {
  await transaction.query('delete from wallets.chain_block where chain = $1', [chain])
  await transaction.query(
    `insert into wallets.chain_block (chain, height, from_height, hash) values ($1, $2, $2, $3)`,
    [chain, height, hash],
  )
  // Only the tip is lowered. Rows above it do not count as reorganized before the head is reached again.
  await transaction.query(
    `update wallets.chain_cursor set tip_height = $2, final_height = least(final_height, $2),
       head_height = greatest(head_height, $2 + 1), tip_moved_at = now()
     where chain = $1`,
    [chain, height],
  )
  await wakePaidAbove(transaction, chain, height)
}
