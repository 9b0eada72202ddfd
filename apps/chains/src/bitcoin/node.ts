/**
 * A bitcoin regtest node with functions that only a local node can have: blocks on demand, forks and a
 * faucet. The faucet owns the coins of the first blocks. The rewards of later blocks belong to nobody.
 */
import { createHash } from 'node:crypto'
import type { Fork } from '../chains.ts'
import { fieldsOf } from '../fields.ts'
import type { Bcoin, BlockEntry, KeyRing, Node, Outpoint, Transaction } from './bcoin.ts'
import { broadcast, reasonAgainst } from './broadcast.ts'

const network = 'regtest'
/**
 * The number of mature outputs that the faucet has at the start, above the 100 blocks of coinbase maturity.
 */
const firstBlocks = 220
const faucetRate = 10_000
const forkDepthMax = 100
/** Core's RPC_INVALID_ADDRESS_OR_KEY, _INVALID_PARAMETER and _WALLET_INSUFFICIENT_FUNDS. */
const codes = { address: -5, parameter: -8, funds: -6 } as const

export type LocalNode = {
  /**
   * Mines the waiting transactions into blocks, with the reward to an address or to nobody; returns the
   * height.
   */
  mine(blocks: number, to: string | null): Promise<number>
  fork(fork: Fork): Promise<number>
  /** Sends satoshi from the faucet; returns the transaction's id. */
  pay(address: string, satoshi: number): Promise<string>
  close(): Promise<void>
  readonly node: Node
}

/** Opens the node in a folder; mines the first blocks if there are none. */
export async function openLocalNode(bcoin: Bcoin, folder: string): Promise<LocalNode> {
  const node = new bcoin.FullNode({
    network,
    prefix: folder,
    memory: false,
    workers: false,
    indexTX: true,
    indexAddress: true,
    persistentMempool: true,
    replaceByFee: true,
    requireStandard: true,
    rejectAbsurdFees: false,
    checkpoints: false,
    listen: false,
    logConsole: false,
    logFile: false,
  })
  // bcoin's own HTTP server has neither the codes nor the statuses of Bitcoin Core; http.ts has ours.
  node.http.open = async () => undefined
  node.http.close = async () => undefined
  node.on('error', () => undefined)
  await node.ensure()
  await node.open()
  Object.assign(node.mempool.options, { maxOrphans: 0, relayPriority: false, limitFree: false })
  const faucet = ringOf(bcoin, 'faucet')
  const nobody = ringOf(bcoin, 'nobody').getAddress()
  const inTurn = createTurns()
  const address = (text: string) => addressOf(bcoin, text)
  if (node.chain.height === 0) await mineOn(node, firstBlocks, faucet.getAddress())
  const { calls } = node.rpc
  const information = calls['getblockchaininfo'] ?? (async () => ({}))
  calls['getblockchaininfo'] = async (parameters) => ({
    ...fieldsOf(await information.call(node.rpc, parameters)),
    verificationprogress: 1,
    initialblockdownload: false,
  })
  calls['sendrawtransaction'] = async ([raw]) => inTurn(() => broadcast(bcoin, node, raw))
  return {
    node,
    mine: (blocks, to) => inTurn(() => mineOn(node, blocks, to === null ? nobody : address(to))),
    fork: (fork) => inTurn(() => forkAligned({ bcoin, node, to: nobody, fork })),
    pay: (to, satoshi) => inTurn(() => pay({ bcoin, node, faucet, to: address(to), satoshi })),
    close: () => inTurn(() => node.close()),
  }
}

async function mineOn(
  node: Node,
  blocks: number,
  to: ReturnType<KeyRing['getAddress']>,
): Promise<number> {
  for (let count = 0; count < blocks; count += 1) {
    const job = await node.miner.createJob(node.chain.tip, to)
    await node.chain.add(await job.mineAsync())
  }
  return node.chain.height
}

async function forkAligned(forking: Forking): Promise<number> {
  try {
    return await forkAt(forking)
  } finally {
    await align(forking.node)
  }
}

/**
 * After a refused branch, the memory pool may be based on another block than the chain's tip. No block can be
 * mined then.
 */
async function align({ chain, mempool }: Node): Promise<void> {
  if (mempool.tip === chain.tip.hash) return
  const waited = [...mempool.map.values()].map(({ tx }) => tx)
  await mempool.reset()
  for (const transaction of waited) await reasonAgainst(mempool, transaction)
}

type Forking = {
  readonly bcoin: Bcoin
  readonly node: Node
  readonly to: ReturnType<KeyRing['getAddress']>
  readonly fork: Fork
}

/**
 * Grows another branch until it is the longest. Transactions of the old branch wait again, as at other nodes,
 * unless the new branch spends their inputs. A forgetful fork drops them.
 */
async function forkAt({ bcoin, node, to, fork }: Forking): Promise<number> {
  const { depth, blocks, transactions, isForgetful } = fork
  const { chain, mempool, miner } = node
  const deepest = Math.min(forkDepthMax, chain.height - firstBlocks)
  if (depth < 1 || depth > deepest || blocks <= depth) {
    const range = `depth must be 1 to ${deepest} here, and the new branch longer than that`
    throw new bcoin.RPCError(codes.parameter, range)
  }
  const held = transactions.map((raw) => bcoin.TX.fromRaw(raw, 'hex'))
  const dropped = await transactionsAbove(node, chain.height - depth)
  if (!(await mayFollow({ chain, below: chain.height - depth, held, dropped })))
    throw new bcoin.RPCError(codes.parameter, 'the branch would spend what it does not have')
  const waited = [...mempool.map.values()].map(({ tx }) => tx)
  let tip = await chain.getEntryByHeight(chain.height - depth)
  for (let count = 0; count < blocks && tip !== null; count += 1) {
    const job = await miner.createJob(tip, to)
    // Waiting transactions may spend outputs that the new branch does not have.
    job.attempt.items = []
    if (count === 0) for (const transaction of held) job.pushTX(transaction)
    job.attempt.fees = 0
    job.refresh()
    tip = await chain.add(await job.mineAsync())
  }
  for (const transaction of isForgetful ? waited : [...dropped, ...waited]) {
    await reasonAgainst(mempool, transaction)
  }
  if (!isForgetful) return chain.height
  for (const transaction of dropped) {
    const entry = mempool.getEntry(transaction.hash('hex'))
    if (entry !== undefined) mempool.evictEntry(entry)
  }
  return chain.height
}

type Branch = {
  readonly chain: Node['chain']
  /** The height of the last block that both branches share. */
  readonly below: number
  readonly held: readonly Transaction[]
  /** The transactions that the old branch confirmed above that height. */
  readonly dropped: readonly Transaction[]
}

/**
 * Whether a branch may contain these transactions. This is checked before the branch grows: bcoin leaves the
 * chain at the fork if it finds an invalid block half way.
 */
async function mayFollow({ chain, below, held, dropped }: Branch): Promise<boolean> {
  const made = new Set(held.map((one) => one.hash('hex')))
  const gone = new Set(dropped.map((one) => one.hash('hex')))
  const freed = new Set(
    dropped.flatMap(({ inputs }) => inputs.map(({ prevout }) => keyOf(prevout))),
  )
  for (const { prevout } of held.flatMap(({ inputs }) => inputs)) {
    if (made.has(prevout.hash)) continue
    if (gone.has(prevout.hash)) return false
    if (freed.has(keyOf(prevout))) continue
    const coin = await chain.getCoin(prevout.hash, prevout.index)
    if (coin === null || coin.height > below) return false
  }
  return true
}

function keyOf({ hash, index }: Outpoint): string {
  return `${hash} ${index}`
}

async function transactionsAbove({ chain }: Node, height: number): Promise<Transaction[]> {
  const found: Transaction[] = []
  for (let at = height + 1; at <= chain.height; at += 1) {
    const entry: BlockEntry | null = await chain.getEntryByHeight(at)
    const block = entry === null ? null : await chain.getBlock(entry.hash)
    found.push(...(block?.txs ?? []).filter((transaction) => !transaction.isCoinbase()))
  }
  return found
}

type Paying = {
  readonly bcoin: Bcoin
  readonly node: Node
  readonly faucet: KeyRing
  readonly to: ReturnType<KeyRing['getAddress']>
  readonly satoshi: number
}

async function pay({ bcoin, node, faucet, to, satoshi }: Paying): Promise<string> {
  const { chain, mempool } = node
  const owned = await chain.getCoinsByAddress([faucet.getAddress()])
  const coins = owned.filter(({ hash, index }) => !mempool.isSpent(hash, index))
  const transaction = new bcoin.MTX()
  transaction.addOutput({ address: to, value: satoshi })
  try {
    await transaction.fund(coins, {
      rate: faucetRate,
      changeAddress: faucet.getAddress(),
      height: chain.height,
    })
  } catch (error) {
    throw new bcoin.RPCError(codes.funds, `the faucet has not enough coins: ${String(error)}`)
  }
  transaction.sign(faucet)
  const signed = transaction.toTX()
  const reason = await reasonAgainst(mempool, signed)
  if (reason !== null) throw new bcoin.RPCError(codes.funds, `the faucet cannot pay: ${reason}`)
  return signed.txid()
}

function ringOf(bcoin: Bcoin, name: string): KeyRing {
  const key = createHash('sha256').update(`tukar regtest ${name}`).digest()
  const ring = bcoin.KeyRing.fromPrivate(key, true)
  ring.witness = true
  return ring
}

function addressOf(bcoin: Bcoin, text: string): ReturnType<KeyRing['getAddress']> {
  try {
    return bcoin.Address.fromString(text, network)
  } catch {
    throw new bcoin.RPCError(codes.address, 'Invalid address')
  }
}

/** Runs mining, forks and payments one at a time, because all of them change the same memory pool. */
function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}
