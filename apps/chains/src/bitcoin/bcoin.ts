/**
 * Types for the parts of bcoin that are used: bcoin ships none. The network is set up as Bitcoin Core's
 * regtest: its address prefixes, and segregated witness from the first block instead of after 432 blocks.
 */
import { createRequire } from 'node:module'
import path from 'node:path'

export type Transaction = {
  readonly inputs: readonly { readonly prevout: Outpoint; readonly sequence: number }[]
  readonly outputs: readonly { readonly value: number }[]
  isCoinbase(): boolean
  txid(): string
  hash(encoding: 'hex'): string
  getVirtualSize(): number
  getFee(view: object): number
}

export type Outpoint = { readonly hash: string; readonly index: number }
export type Address = { toString(network: string): string }
export type Coin = { readonly value: number; readonly hash: string; readonly index: number }
export type BlockEntry = { readonly hash: string; readonly height: number }
type Block = { readonly txs: readonly Transaction[] }
export type PoolEntry = { readonly tx: Transaction; readonly fee: number; readonly size: number }

export type Mempool = {
  /** The block on which the memory pool is based. */
  readonly tip: string
  /** Drops all waiting transactions and moves to the chain's tip. */
  reset(): Promise<void>
  readonly map: ReadonlyMap<string, PoolEntry>
  readonly options: { maxOrphans: number; relayPriority: boolean; limitFree: boolean }
  /** Null if the transaction was added; otherwise the hashes of missing inputs, possibly an empty list. */
  addTX(transaction: Transaction): Promise<readonly string[] | null>
  getEntry(hash: string): PoolEntry | undefined
  getSpent(hash: string, index: number): PoolEntry | undefined
  getDescendants(entry: PoolEntry): readonly PoolEntry[] | ReadonlySet<PoolEntry>
  getCoinView(transaction: Transaction): Promise<{ hasEntry(prevout: Outpoint): boolean }>
  evictEntry(entry: PoolEntry): void
  isSpent(hash: string, index: number): boolean
}

type Job = {
  readonly attempt: { items: unknown[]; fees: number }
  pushTX(transaction: Transaction): boolean
  refresh(): void
  mineAsync(): Promise<Block>
}

export type Node = {
  readonly chain: {
    readonly height: number
    readonly tip: BlockEntry
    add(block: Block): Promise<BlockEntry | null>
    getEntryByHeight(height: number): Promise<BlockEntry | null>
    getBlock(hash: string): Promise<Block | null>
    /** Returns an unspent output of a mined transaction. */
    getCoin(hash: string, index: number): Promise<{ readonly height: number } | null>
    getCoinsByAddress(addresses: readonly Address[]): Promise<readonly Coin[]>
    hasCoins(transaction: Transaction): Promise<boolean>
    readonly db: { hasCoins(transaction: Transaction): Promise<boolean> }
  }
  readonly mempool: Mempool
  readonly miner: { createJob(tip: BlockEntry, address: Address): Promise<Job> }
  readonly rpc: {
    readonly calls: Record<string, (parameters: readonly unknown[]) => Promise<unknown>>
    call(body: unknown): Promise<unknown>
  }
  readonly http: { open(): Promise<void>; close(): Promise<void> }
  /** Creates the data folder. */
  ensure(): Promise<void>
  open(): Promise<void>
  close(): Promise<void>
  on(event: 'error', listener: (error: Error) => void): void
}

type MutableTransaction = {
  addOutput(output: { address: Address; value: number }): void
  fund(coins: readonly Coin[], options: object): Promise<unknown>
  sign(ring: object): number
  toTX(): Transaction
}

export type KeyRing = { witness: boolean; getAddress(): Address }

export type Bcoin = {
  readonly FullNode: new (options: object) => Node
  readonly TX: { fromRaw(raw: string, encoding: 'hex'): Transaction }
  readonly MTX: new () => MutableTransaction
  readonly KeyRing: { fromPrivate(key: Buffer, isCompressed: boolean): KeyRing }
  readonly Address: { fromString(text: string, network: string): Address }
  /** An error with an error code of Bitcoin Core. */
  readonly RPCError: new (
    code: number,
    message: string,
  ) => Error
}

const nodesFile = path.join(import.meta.dirname, '../../nodes/package.json')
const windowBlocks = 8
const thresholdBlocks = 6

type Network = { readonly addressPrefix: object; readonly keyPrefix: object }

type Database = { readonly binding: { iterator(bounds: object): unknown } }
type Databases = { create(options: object): Database }

/** Loads bcoin. The networks are changed before any part of bcoin reads them. */
export function loadBcoin(): Bcoin {
  const require = createRequire(nodesFile)
  // Some bcoin packages are installed without their compiled parts. This one must be told to use JavaScript.
  // The others detect it, and with this setting they would not use Node's own hash functions.
  process.env['NODE_BACKEND'] = 'js'
  require('mrmr')
  delete process.env['NODE_BACKEND']
  const { regtest }: { regtest: Network } = require('bcoin/lib/protocol/networks')
  Object.assign(regtest.addressPrefix, { bech32: 'bcrt', pubkeyhash: 0x6f, scripthash: 0xc4 })
  Object.assign(regtest.keyPrefix, { privkey: 0xef, xpubkey: 0x043587cf, xprivkey: 0x04358394 })
  Object.assign(regtest, { minerWindow: windowBlocks, activationThreshold: thresholdBlocks })
  const bdb: Databases = require('bdb')
  const create = bdb.create.bind(bdb)
  bdb.create = (options) => withOpenBounds(create(options))
  const { RPCError }: Pick<Bcoin, 'RPCError'> = require('bweb')
  return {
    FullNode: require('bcoin/lib/node/fullnode'),
    TX: require('bcoin/lib/primitives/tx'),
    MTX: require('bcoin/lib/primitives/mtx'),
    KeyRing: require('bcoin/lib/primitives/keyring'),
    Address: require('bcoin/lib/primitives/address'),
    RPCError,
  }
}

/**
 * bcoin sets the bounds that it leaves open to null. The current database would read null as the empty key.
 */
function withOpenBounds(database: Database): Database {
  const { binding } = database
  const iterator = binding.iterator.bind(binding)
  binding.iterator = (bounds) => {
    const set = Object.entries(bounds).filter(([, value]) => value !== null)
    return iterator(Object.fromEntries(set))
  }
  return database
}
