/**
 * Outputs of ours on bitcoin, kept up to date by its blocks: what comes to addresses of users and of the
 * house, and what is spent. Blocks that are gone are undone, so that a coin of theirs is not spent, and an
 * input that they spent is free to be spent again by the same withdrawal.
 */
import type { BitcoinBlock, BitcoinNode } from '../../../../adapters/bitcoin/index.ts'
import { blockIdsPerCallMax } from '../../../../adapters/bitcoin/index.ts'
import { hotWallet } from '../../../../adapters/signer/index.ts'
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { requireWriter } from '../../machine/writer.ts'
import type { Place } from '../tracking/chain-view.ts'
import { hintPaidAbove } from './withdrawal-store.ts'
import type { HouseAccounts } from './deps.ts'

type Connection = Pick<Database, 'query'>

/** Blocks taken in a round: the next round goes on. */
const blocksMax = 50
/** Below this depth no block is undone any more. */
const keptBlocks = 2_000

/** How far the blocks were taken in; null: not at all. */
export async function houseTip(connection: Connection): Promise<Place | null> {
  const found = await connection.query<Place>(
    'select height, hash from wallets.chain_house_block order by height desc limit 1',
  )
  return found.rows[0] ?? null
}

export type HouseBlocksParts = {
  readonly database: Database
  readonly node: BitcoinNode
  readonly accounts: HouseAccounts
  readonly epoch: number
}

/**
 * Takes in the blocks that are new, and undoes those that are gone.
 *
 * @returns `behind` where more are there, `done` where all are, `unknown` where the node did not say, or
 *   says what does not hang together
 */
export async function takeHouseBlocks(
  parts: HouseBlocksParts,
): Promise<'behind' | 'done' | 'unknown'> {
  const { database, node } = parts
  const head = await node.head()
  if (head.status !== 'done') return 'unknown'
  const from = await forkOf(parts)
  if (from === null) return 'unknown'
  const last = Math.min(head.value.height, from + blocksMax)
  if (last <= from) return 'done'
  const ids = await node.blockIds({ fromHeight: from + 1, count: last - from })
  if (ids.status !== 'done') return 'unknown'
  for (const [at, blockId] of ids.value.entries()) {
    const read = await node.block(blockId)
    if (read.status !== 'done') return 'unknown'
    const height = from + 1 + at
    const tip = await houseTip(database)
    // The chain turned while it was read, or the node contradicts itself: the next round finds out, and
    // none follows at once.
    if (tip !== null && tip.hash !== read.value.previousBlockId) return 'unknown'
    await takeBlock(parts, height, read.value)
  }
  return last < head.value.height ? 'behind' : 'done'
}

/** The highest block taken in that still stands, after what lies above it is undone; null: not known. */
async function forkOf({ database, node, epoch }: HouseBlocksParts): Promise<number | null> {
  const tip = await houseTip(database)
  if (tip === null) return startOf(database)
  for (let high = tip.height; ; high -= blockIdsPerCallMax) {
    const low = Math.max(0, high - blockIdsPerCallMax + 1)
    const ids = await node.blockIds({ fromHeight: low, count: high - low + 1 })
    if (ids.status !== 'done') return null
    const kept = await database.query<Place>(
      `select height, hash from wallets.chain_house_block
       where height between $1 and $2 order by height desc`,
      [low, high],
    )
    const standing = kept.rows.find(({ height, hash }) => ids.value[height - low] === hash)
    const isOver = kept.rows.length === 0 || low === 0
    if (standing === undefined && !isOver) continue
    const height = standing?.height ?? low - 1
    if (height < tip.height) await undoAbove(database, height, epoch)
    return height
  }
}

/** Where to begin: with the first block that deposits are looked for in, or that has one. */
async function startOf(database: Database): Promise<number | null> {
  const found = await database.query<{ from: number | null }>(
    `select least(
       (select min(from_height) from wallets.chain_block where chain = 'bitcoin'),
       (select min(block_height) from wallets.chain_deposit where chain = 'bitcoin')) - 1 as from`,
  )
  return found.rows[0]?.from ?? null
}

/** Forgets what blocks above a height brought. */
async function undoAbove(database: Database, height: number, epoch: number): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await requireWriter(transaction, epoch)
    await transaction.query('delete from wallets.chain_house_block where height > $1', [height])
    await transaction.query(
      `update wallets.chain_outpoint set block_height = null, block_hash = null
       where block_height > $1`,
      [height],
    )
    await transaction.query(
      `update wallets.chain_outpoint set spent_txid = null, spent_height = null
       where spent_height > $1`,
      [height],
    )
    await hintPaidAbove(transaction, 'bitcoin', height)
  })
}

/** Takes in one block, on top of the one before. */
export function takeBlock(
  { database, accounts, epoch }: Pick<HouseBlocksParts, 'database' | 'accounts' | 'epoch'>,
  height: number,
  block: BitcoinBlock,
): Promise<void> {
  const { address: hot } = accounts.bitcoin.at(hotWallet)
  return inTransaction(database, async (transaction) => {
    await requireWriter(transaction, epoch)
    await addOutputs(transaction, { height, block, hot })
    await spendInputs(transaction, { height, block })
    await transaction.query(
      'insert into wallets.chain_house_block (height, hash) values ($1, $2)',
      [height, block.blockId],
    )
    await transaction.query('delete from wallets.chain_house_block where height < $1', [
      height - keptBlocks,
    ])
    await hintMined(transaction)
  })
}

async function addOutputs(
  transaction: Transaction,
  { height, block, hot }: { height: number; block: BitcoinBlock; hot: string },
): Promise<void> {
  const outputs = block.transactions.flatMap(({ txid, isCoinbase, outputs: made }) =>
    made.flatMap(({ address, amount }, index) =>
      address === null || amount === 0n ? [] : [{ txid, index, address, amount, isCoinbase }],
    ),
  )
  await transaction.query(
    `insert into wallets.chain_outpoint (txid, output_index, amount, branch, key_index,
       is_coinbase, block_height, block_hash)
     select o.txid, o.output_index, o.amount, case when o.address = $6 then 1 else 0 end,
       case when o.address = $6 then $7 else a.index end, o.is_coinbase, $8, $9
     from unnest($1::text[], $2::int[], $3::text[], $4::numeric[], $5::boolean[])
       as o(txid, output_index, address, amount, is_coinbase)
     left join wallets.chain_address a on a.family = 'bitcoin' and a.address = o.address
     where a.index is not null or o.address = $6
     on conflict (txid, output_index)
       do update set block_height = excluded.block_height, block_hash = excluded.block_hash`,
    [
      outputs.map(({ txid }) => txid),
      outputs.map(({ index }) => index),
      outputs.map(({ address }) => address),
      outputs.map(({ amount }) => amount.toString()),
      outputs.map(({ isCoinbase }) => isCoinbase),
      hot,
      hotWallet.index,
      height,
      block.blockId,
    ],
  )
}

async function spendInputs(
  transaction: Transaction,
  { height, block }: { height: number; block: BitcoinBlock },
): Promise<void> {
  const spent = block.transactions.flatMap(({ txid, inputs }) =>
    inputs.map((input) => ({ by: txid, txid: input.txid, index: input.index })),
  )
  await transaction.query(
    `update wallets.chain_outpoint o set spent_txid = s.by, spent_height = $4
     from unnest($1::text[], $2::text[], $3::int[]) as s(by, txid, output_index)
     where o.txid = s.txid and o.output_index = s.output_index`,
    [
      spent.map(({ by }) => by),
      spent.map(({ txid }) => txid),
      spent.map(({ index }) => index),
      height,
    ],
  )
}

/** Payouts on their way are looked at with each block. */
async function hintMined(transaction: Transaction): Promise<void> {
  await transaction.query(
    `update wallets.chain_withdrawal set hints = hints + 1, next_look_at = now()
     where chain = 'bitcoin' and (state in ('broadcast', 'confirming')
       or (state = 'approved' and cause is not null))`,
  )
}

/** By what the inputs of a withdrawal are spent in blocks; null while they are not. */
export async function spentBy(
  connection: Connection,
  withdrawalId: number,
): Promise<readonly { readonly txid: string | null; readonly height: number | null }[]> {
  const found = await connection.query<{ txid: string | null; height: number | null }>(
    `select distinct spent_txid as txid, spent_height as height from wallets.chain_outpoint
     where reserved_for = $1`,
    [withdrawalId],
  )
  return found.rows
}
