/**
 * A chain as a plain list of blocks with a memory pool, changed by hand. It shares no code with the tracker,
 * so that the two can be compared.
 */
import type {
  ChainView,
  PlacedSighting,
  PoolView,
  Sighting,
  BlockRange,
} from '../tracking/chain-view.ts'

export type ModelEffect = Omit<Sighting, 'txid' | 'isCoinbase' | 'receipt'>

export type ModelTransaction = {
  readonly txid: string
  /** The spent inputs. Two transactions with a common input exclude each other. */
  readonly inputs: readonly string[]
  readonly effects: readonly ModelEffect[]
  readonly isCoinbase: boolean
  readonly isFailed: boolean
}

export type ModelBlock = {
  readonly height: number
  readonly hash: string
  readonly parentHash: string
  readonly transactions: readonly ModelTransaction[]
}

export type ChainModel = {
  readonly blocks: readonly ModelBlock[]
  /** Adds a transaction to the pool; conflicting ones leave it. */
  offer(transaction: ModelTransaction): void
  pool(): readonly ModelTransaction[]
  /** Drops a transaction from the pool. */
  forget(txid: string): void
  /** Mines a block of these transactions, or of all waiting ones, without double spends. */
  mine(transactions?: readonly ModelTransaction[]): void
  /** Removes the last blocks; their transactions wait again. */
  cut(depth: number): void
}

export const genesisHash = 'block-0'

/** Creates a chain of one empty block. */
export function createChainModel(): ChainModel {
  const blocks: ModelBlock[] = [
    { height: 0, hash: genesisHash, parentHash: 'none', transactions: [] },
  ]
  const waiting = new Map<string, ModelTransaction>()
  const used = new Set<string>()
  let made = 0

  const clash = (one: ModelTransaction, other: ModelTransaction) =>
    one.inputs.some((input) => other.inputs.includes(input))

  return {
    blocks,
    offer(transaction) {
      for (const [txid, other] of waiting) if (clash(transaction, other)) waiting.delete(txid)
      waiting.set(transaction.txid, transaction)
    },
    pool: () => [...waiting.values()],
    forget: (txid) => void waiting.delete(txid),
    mine(transactions = [...waiting.values()]) {
      const tip = blocks.at(-1)
      if (tip === undefined) throw new Error('the chain has no block')
      const taken: ModelTransaction[] = []
      for (const transaction of transactions) {
        if (transaction.inputs.some((input) => used.has(input))) continue
        for (const input of transaction.inputs) used.add(input)
        taken.push(transaction)
      }
      made += 1
      const hash = `block-${made}`
      blocks.push({ height: tip.height + 1, hash, parentHash: tip.hash, transactions: taken })
      for (const [txid, other] of waiting) {
        if (taken.some((one) => one.txid === txid || clash(one, other))) waiting.delete(txid)
      }
    },
    cut(depth) {
      const gone = blocks.splice(Math.max(1, blocks.length - depth))
      for (const { transactions } of gone) {
        // A coinbase transaction disappears with its block.
        for (const one of transactions) {
          for (const input of one.inputs) used.delete(input)
          if (!one.isCoinbase) waiting.set(one.txid, one)
        }
      }
    },
  }
}

function sightingsOf(transaction: ModelTransaction): readonly Sighting[] {
  const { txid, isCoinbase, isFailed, effects } = transaction
  const receipt = isFailed ? 'failed' : 'ok'
  return effects.map((effect) => ({ ...effect, txid, isCoinbase, receipt }))
}

/** A pool with these waiting transactions. */
export function poolOf(sightings: readonly Sighting[]): PoolView {
  const txids = new Set(sightings.map(({ txid }) => txid))
  return { has: (txid) => txids.has(txid), sightings }
}

export type ViewOptions = {
  readonly fromHeight: number
  readonly blocksMax: number
  /** The number of blocks that are read as one range. */
  readonly together: number
  /** The depth at which a block is final; null if the chain does not mark final blocks. */
  readonly finalDepth: number | null
  readonly withPool: boolean
  /** Transactions whose receipt the node does not have yet. */
  readonly lacksReceipt?: (txid: string) => boolean
}

/** A view of the chain, as an adapter would return it. */
export function viewOf(model: ChainModel, how: ViewOptions): ChainView {
  const { blocks } = model
  const head = blocks.at(-1)
  if (head === undefined) throw new Error('the chain has no block')
  const wanted = blocks.slice(how.fromHeight, how.fromHeight + how.blocksMax)
  const ranges: BlockRange[] = []
  for (let at = 0; at < wanted.length; at += how.together) {
    const some = wanted.slice(at, at + how.together)
    const [first, last] = [some[0], some.at(-1)]
    if (first === undefined || last === undefined) continue
    ranges.push({
      fromHeight: first.height,
      height: last.height,
      hash: last.hash,
      parentHash: first.parentHash,
      sightings: some.flatMap((block) => placedOf(block, how)),
    })
  }
  const final = how.finalDepth === null ? undefined : blocks[head.height - how.finalDepth]
  return {
    ranges,
    headHeight: head.height,
    final: final === undefined ? null : { height: final.height, hash: final.hash },
    pool: how.withPool ? poolOf(model.pool().flatMap(sightingsOf)) : null,
  }
}

function placedOf({ height, hash, transactions }: ModelBlock, how: ViewOptions): PlacedSighting[] {
  return transactions.flatMap((transaction) =>
    sightingsOf(transaction).map((sighting) => ({
      ...sighting,
      block: { height, hash },
      ...(how.lacksReceipt?.(transaction.txid) === true ? { receipt: 'missing' as const } : {}),
    })),
  )
}
