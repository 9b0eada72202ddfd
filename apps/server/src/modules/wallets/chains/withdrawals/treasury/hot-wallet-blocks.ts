/**
 * Keeps our bitcoin outputs up to date by scanning blocks: payments to users and to the hot wallet, and spent
 * outputs. A removed block is undone: its outputs disappear, and inputs that it spent are free for the same
 * withdrawal again.
 */
import type { BitcoinBlock, BitcoinNode } from '../../../../../adapters/bitcoin/index.ts'
import { blockIdsPerCallMax } from '../../../../../adapters/bitcoin/index.ts'
import { hotWallet } from '../../../../../adapters/signer/index.ts'
import type { Database, Transaction } from '../../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../../platform/database/transaction.ts'
import { requireWriter } from '../../../machine/writer.ts'
import type { BlockRef } from '../../tracking/chain-view.ts'
import { wakePaidAbove } from '../withdrawal-store.ts'
import type { WalletAccounts } from '../deps.ts'

type Connection = Pick<Database, 'query'>

/** Blocks per pass; the next pass continues. */
const blocksMax = 50
/** Blocks below this depth are never undone. */
const storedBlocksMax = 2_000

/** The last applied block; null before the first. */
export async function hotWalletTip(connection: Connection): Promise<BlockRef | null> {
  const found = await connection.query<BlockRef>(
    'select height, hash from wallets.chain_house_block order by height desc limit 1',
  )
  return found.rows[0] ?? null
}

export type HotWalletBlocksDeps = {
  readonly database: Database
  readonly node: BitcoinNode
  readonly accounts: WalletAccounts
  readonly epoch: number
}

/**
 * Applies new blocks and undoes removed ones.
 *
 * @returns `behind` if more blocks are waiting, `done` if none are, `unknown` if the node did not answer or
 * contradicted itself
 */
export async function applyHotWalletBlocks(
  deps: HotWalletBlocksDeps,
): Promise<'behind' | 'done' | 'unknown'> {
  const { database, node } = deps
  const head = await node.head()
  if (head.status !== 'done') return 'unknown'
  const from = await forkOf(deps)
  if (from === null) return 'unknown'
  const last = Math.min(head.value.height, from + blocksMax)
  if (last <= from) return 'done'
  const ids = await node.blockIds({ fromHeight: from + 1, count: last - from })
  if (ids.status !== 'done') return 'unknown'
  for (const [at, blockId] of ids.value.entries()) {
    const read = await node.block(blockId)
    if (read.status !== 'done') return 'unknown'
    const height = from + 1 + at
    const tip = await hotWalletTip(database)
    // The chain was reorganized meanwhile, or the node contradicts itself. The next pass resolves it, and
    // does not start at once.
    if (tip !== null && tip.hash !== read.value.previousBlockId) return 'unknown'
    await applyBlock(deps, height, read.value)
  }
  return last < head.value.height ? 'behind' : 'done'
}

/**
 * The highest applied block that is still in the chain, after undoing the blocks above it; null if the node
 * did not answer.
 */
async function forkOf({ database, node, epoch }: HotWalletBlocksDeps): Promise<number | null> {
  const tip = await hotWalletTip(database)
  if (tip === null) return startOf(database)
  for (let high = tip.height; ; high -= blockIdsPerCallMax) {
    const low = Math.max(0, high - blockIdsPerCallMax + 1)
    const ids = await node.blockIds({ fromHeight: low, count: high - low + 1 })
    if (ids.status !== 'done') return null
    const stored = await database.query<BlockRef>(
      `select height, hash from wallets.chain_house_block
       where height between $1 and $2 order by height desc`,
      [low, high],
    )
    const shared = stored.rows.find(({ height, hash }) => ids.value[height - low] === hash)
    const isOver = stored.rows.length === 0 || low === 0
    if (shared === undefined && !isOver) continue
    const height = shared?.height ?? low - 1
    if (height < tip.height) await undoAbove(database, height, epoch)
    return height
  }
}

/** The block before the first one to apply: deposits are looked for from there on, or there is one in it. */
async function startOf(database: Database): Promise<number | null> {
  const found = await database.query<{ from: number | null }>(
    `select least(
       (select min(from_height) from wallets.chain_block where chain = 'bitcoin'),
       (select min(block_height) from wallets.chain_deposit where chain = 'bitcoin')) - 1 as from`,
  )
  return found.rows[0]?.from ?? null
}

/** Undoes the effects of blocks above a height. */
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
    await wakePaidAbove(transaction, 'bitcoin', height)
  })
}

/** Applies one block, on top of the previous one. */
export function applyBlock(
  { database, accounts, epoch }: Pick<HotWalletBlocksDeps, 'database' | 'accounts' | 'epoch'>,
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
      height - storedBlocksMax,
    ])
    await wakeMined(transaction)
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

/** Each block makes payouts in flight due. */
async function wakeMined(transaction: Transaction): Promise<void> {
  await transaction.query(
    `update wallets.chain_withdrawal set hints = hints + 1, next_look_at = now()
     where chain = 'bitcoin' and (state in ('broadcast', 'confirming')
       or (state = 'approved' and cause is not null))`,
  )
}

/** The transactions that spend the inputs of a withdrawal, by blocks; null while unspent. */
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
