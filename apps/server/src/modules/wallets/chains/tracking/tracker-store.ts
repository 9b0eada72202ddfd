/**
 * Stores a view of a chain. The stored state is read under a lock of the chain's cursor. Rows, blocks and
 * cursor are written in one transaction by the current writer (ATT-83, R-62).
 */
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { audit } from '../../../desk/index.ts'
import { ownersOf } from '../addresses/address-store.ts'
import type {
  ChainKnown,
  ChainView,
  Checkpoint,
  PlacedSighting,
  Sighting,
  Tracked,
  TrackedRow,
  TrackerWrites,
} from './chain-view.ts'
import { type ChainAsset, type ChainName, chainTable, type Finality } from '../chains.ts'
import { type Claimed, claim } from '../deposits/claim.ts'
import { timeMsOf } from '../../machine/time-columns.ts'
import { NotTheWriter, requireWriter } from '../../machine/writer.ts'
import { haltChain, findProvenHalt, setPaused } from './halts.ts'
import { type ChainTimes, haltIn, findHaltCause, type HaltLimits } from './halt-causes.ts'
import { changeBlocks, type Heights, wakeDue, insertDeposits, countSmall } from './tracker-rows.ts'
import { track } from './tracker.ts'

/** The node follows another chain than the stored one (ATT-78). */
export class WrongChain extends Error {
  override readonly name = 'WrongChain'
}

export type ChainRules = {
  readonly chain: ChainName
  readonly finality: Finality
  readonly assets: readonly ChainAsset[]
}

/** Creates the cursor of a chain or checks it; throws `WrongChain` if it belongs to another chain. */
export async function openChain(
  database: Database,
  chain: ChainName,
  genesisHash: string,
): Promise<void> {
  await database.query(
    `insert into wallets.chain_cursor (chain, genesis_hash) values ($1, $2)
     on conflict (chain) do nothing`,
    [chain, genesisHash],
  )
  const found = await database.query<{ genesisHash: string }>(
    'select genesis_hash as "genesisHash" from wallets.chain_cursor where chain = $1',
    [chain],
  )
  const known = found.rows[0]?.genesisHash
  if (known !== genesisHash) throw new WrongChain(`${chain} was stored from another chain`)
}

/** Stores a view, or returns why not. */
export function storeView(
  { database, keys }: { readonly database: Database; readonly keys: Keys },
  { epoch, rules, view }: { epoch: number; rules: ChainRules; view: ChainView },
): Promise<Tracked> {
  return inTransaction(database, async (transaction) => {
    const about = {
      fromHeight: view.ranges[0]?.fromHeight ?? null,
      withPool: view.pool !== null,
      sightings: [
        ...view.ranges.flatMap(({ sightings }) => sightings),
        ...(view.pool?.sightings ?? []),
      ],
    }
    const known = await readKnown(transaction, rules, about)
    const tracked = track(known, view)
    if (tracked.kind === 'write') await write(transaction, { epoch, rules, ...tracked })
    if (tracked.kind === 'halt') await haltChain(transaction, keys, rules.chain, tracked.cause)
    return tracked
  })
}

/** Stores one transaction that a user claimed. */
export function storeClaim(
  database: Database,
  {
    epoch,
    rules,
    sightings,
  }: { epoch: number; rules: ChainRules; sightings: readonly PlacedSighting[] },
): Promise<Claimed> {
  return inTransaction(database, async (transaction) => {
    const about = { fromHeight: null, withPool: false, sightings }
    const claimed = claim(await readKnown(transaction, rules, about), sightings)
    if (claimed.kind === 'write') {
      await changeBlocks(transaction, claimed.changes)
      await insertDeposits(transaction, claimed.inserts)
      await wakeDue(transaction, rules.chain, await heightsOf(transaction, rules.chain))
      await requireWriter(transaction, epoch)
    }
    return claimed
  })
}

/** The checkpoint after which to read; null if nothing is stored yet. */
export async function tipOf(
  connection: Pick<Database, 'query'>,
  chain: ChainName,
): Promise<Checkpoint | null> {
  const found = await connection.query<Checkpoint>(
    `select from_height as "fromHeight", height, hash from wallets.chain_block
     where chain = $1 order by height desc limit 1`,
    [chain],
  )
  return found.rows[0] ?? null
}

/**
 * Updates a chain's halt by the progress of its node and blocks (FLT-26, FLT-28); returns the current cause,
 * or null. Halts that an operator must end count by their proof. If the row shows another one, an alarm names the
 * chain and the row is restored.
 */
export async function refreshHalt(
  { database, keys }: { readonly database: Database; readonly keys: Keys },
  chain: ChainName,
  limits: HaltLimits,
): Promise<string | null> {
  const { next, isForged } = await inTransaction(database, async (transaction) => {
    const found = await transaction.query<
      ChainTimes & { readonly nowMs: number; readonly paused: string | null }
    >(
      `select paused, ${timeMsOf('now()')} as "nowMs", ${timeMsOf('looked_at')} as "lookedMs",
         ${timeMsOf('tip_moved_at')} as "tipMovedMs", ${timeMsOf('final_moved_at')} as "finalMovedMs"
       from wallets.chain_cursor where chain = $1 for update`,
      [chain],
    )
    const cursor = found.rows[0]
    if (cursor === undefined) throw new NotTheWriter(`${chain} has no cursor`)
    const [said, shown] = [await findProvenHalt(transaction, keys, chain), haltIn(cursor.paused)]
    const cause = said ?? findHaltCause(cursor, limits, cursor.nowMs)
    if (cause !== cursor.paused) await setPaused(transaction, chain, cause)
    return { next: cause, isForged: said !== shown }
  })
  if (isForged) await audit.recordDaily(database, 'row.unproven', `chain:${chain}`)
  return next
}

async function heightsOf(transaction: Transaction, chain: ChainName): Promise<Heights> {
  const found = await transaction.query<Heights>(
    `select coalesce(tip_height, -1) as "tipHeight", coalesce(head_height, 0) as "headHeight",
       final_height as "finalHeight" from wallets.chain_cursor where chain = $1`,
    [chain],
  )
  return found.rows[0] ?? { tipHeight: -1, headHeight: 0, finalHeight: null }
}

/** Deposits that left chain and pool this long ago are no longer looked for in the pool. */
const poolDays = 14

type About = {
  readonly fromHeight: number | null
  readonly withPool: boolean
  readonly sightings: readonly Sighting[]
}

async function readKnown(
  transaction: Transaction,
  rules: ChainRules,
  about: About,
): Promise<ChainKnown> {
  const { chain } = rules
  const cursor = await transaction.query<{ finalHeight: number | null }>(
    `select final_height as "finalHeight" from wallets.chain_cursor where chain = $1 for update`,
    [chain],
  )
  const at = cursor.rows[0]
  if (at === undefined) throw new NotTheWriter(`${chain} has no cursor`)
  const checkpoints = await transaction.query<Checkpoint>(
    `select from_height as "fromHeight", height, hash from wallets.chain_block
     where chain = $1 order by height`,
    [chain],
  )
  const txids = [...new Set(about.sightings.map(({ txid }) => txid))]
  const addresses = [...new Set(about.sightings.map(({ toAddress }) => toAddress))]
  const owners = await ownersOf(transaction, chainTable[chain].family, addresses)
  const ownMoves = await ownMovesOf(transaction, chain, txids)
  return {
    ...rules,
    checkpoints: checkpoints.rows,
    finalHeight: at.finalHeight,
    rows: await rowsAround(transaction, chain, about, txids),
    ownerOf: (address) => owners.get(address) ?? null,
    isOwnMove: (txid) => ownMoves.has(txid),
  }
}

async function rowsAround(
  transaction: Transaction,
  chain: ChainName,
  { fromHeight, withPool }: About,
  txids: readonly string[],
): Promise<readonly TrackedRow[]> {
  const columns = `id as "rowId", txid, output_index as index, to_address as "toAddress", contract,
    amount::text, block_height as height, block_hash as hash, is_in_pool as "isInPool"`
  type Found = Omit<TrackedRow, 'block' | 'amount'> & {
    readonly amount: string
    readonly height: number | null
    readonly hash: string | null
  }
  const found = await transaction.query<Found>(
    `select ${columns} from wallets.chain_deposit where chain = $1 and block_height >= $2
     union select ${columns} from wallets.chain_deposit
       where $3 and chain = $1 and block_height is null
         and (is_in_pool or updated_at > now() - interval '${poolDays} days')
     union select ${columns} from wallets.chain_deposit where chain = $1 and txid = any($4)`,
    [chain, fromHeight, withPool, txids],
  )
  return found.rows.map(({ height, hash, amount, ...row }) => ({
    ...row,
    amount: BigInt(amount),
    block: height === null || hash === null ? null : { height, hash },
  }))
}

/** Our own treasury moves among these transactions. */
async function ownMovesOf(
  transaction: Transaction,
  chain: ChainName,
  txids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await transaction.query<{ txid: string }>(
    `select txid from wallets.chain_transaction
     where chain = $1 and txid = any($2) and purpose <> 'payout'`,
    [chain, txids],
  )
  return new Set(found.rows.map(({ txid }) => txid))
}

async function write(
  transaction: Transaction,
  { epoch, rules, writes }: { epoch: number; rules: ChainRules; writes: TrackerWrites },
): Promise<void> {
  const { chain } = rules
  await changeBlocks(transaction, writes.changes)
  await insertDeposits(transaction, writes.inserts)
  await transaction.query(
    'delete from wallets.chain_block where chain = $1 and (height > $2 or height < $3)',
    [chain, writes.forkHeight, writes.forgetBelow],
  )
  const checkpoints = writes.checkpoints.filter(({ height }) => height >= writes.forgetBelow)
  await transaction.query(
    `insert into wallets.chain_block (chain, from_height, height, hash)
     select $1, * from unnest($2::int[], $3::int[], $4::text[])`,
    [
      chain,
      checkpoints.map(({ fromHeight }) => fromHeight),
      checkpoints.map(({ height }) => height),
      checkpoints.map(({ hash }) => hash),
    ],
  )
  const paused = await transaction.query<{ paused: string | null }>(
    `update wallets.chain_cursor set tip_height = $2, head_height = $3, final_height = $4,
       looked_at = now(),
       tip_moved_at = case when tip_height is distinct from $2 then now() else tip_moved_at end,
       final_moved_at = case when final_height is distinct from $4 then now() else final_moved_at end
     where chain = $1 returning paused`,
    [chain, writes.tipHeight, writes.headHeight, writes.finalHeight],
  )
  // While the chain is halted, small deposits wait like all others.
  if (paused.rows[0]?.paused === null) await countSmall(transaction, rules, writes)
  await wakeDue(transaction, chain, writes)
  await requireWriter(transaction, epoch)
}
