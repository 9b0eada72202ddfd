/**
 * Adds transactions to the memory pool as Bitcoin Core does: with its error codes and messages, and with
 * replacement by a higher fee (BIP 125). bcoin has neither.
 */
import { fieldsOf } from '../fields.ts'
import type { Bcoin, Mempool, Node, PoolEntry, Transaction } from './bcoin.ts'

/** Core's RPC_TRANSACTION_ERROR, _REJECTED, _ALREADY_IN_CHAIN and RPC_DESERIALIZATION_ERROR. */
const codes = { failed: -25, rejected: -26, mined: -27, undecodable: -22 } as const
const relayRate = 1_000
/** Core's `-maxfeerate`: a tenth of a bitcoin for 1,000 virtual bytes. */
const maxRate = 10_000_000
const replaceableBelow = 0xfffffffe
/** The maximum number of transactions that one replacement may evict (BIP 125, rule 5). */
const evictedMax = 100

/**
 * Adds a raw transaction to the memory pool and returns its id, also if it is there already.
 *
 * @throws RPCError with the code and message of Bitcoin Core
 */
export async function broadcast(bcoin: Bcoin, node: Node, raw: unknown): Promise<string> {
  const refuse = (code: number, message: string): Error => new bcoin.RPCError(code, message)
  const { mempool, chain } = node
  const transaction = decoded(bcoin, raw)
  if (mempool.getEntry(transaction.hash('hex')) !== undefined) return transaction.txid()
  if (await chain.db.hasCoins(transaction)) {
    throw refuse(codes.mined, 'Transaction outputs already in utxo set')
  }
  if (transaction.isCoinbase()) throw refuse(codes.rejected, 'coinbase')
  const size = transaction.getVirtualSize()
  const view = await mempool.getCoinView(transaction)
  if (transaction.inputs.some(({ prevout }) => !view.hasEntry(prevout))) {
    throw refuse(codes.failed, 'bad-txns-inputs-missingorspent')
  }
  const fee = transaction.getFee(view)
  if (fee < 0) throw refuse(codes.rejected, 'bad-txns-in-belowout')
  const least = feeFor(size, relayRate)
  if (fee < least) throw refuse(codes.rejected, `min relay fee not met, ${fee} < ${least}`)
  if (fee > feeFor(size, maxRate)) {
    throw refuse(
      codes.failed,
      'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)',
    )
  }
  const conflicts = conflictsOf(mempool, transaction)
  const evicted = withDescendants(mempool, conflicts)
  const obstacle = obstacleOf({ transaction, fee, size, conflicts, evicted })
  if (obstacle !== null) throw refuse(codes.rejected, obstacle)
  for (const entry of conflicts) {
    // Evicting one conflict may have evicted another.
    if (mempool.getEntry(entry.tx.hash('hex')) !== undefined) mempool.evictEntry(entry)
  }
  const reason = await reasonAgainst(mempool, transaction)
  if (reason === null) return transaction.txid()
  for (const { tx } of evicted) await reasonAgainst(mempool, tx)
  throw refuse(codes.rejected, reason)
}

/** The reason why the memory pool refuses a transaction; null once it accepted it. */
export async function reasonAgainst(
  mempool: Mempool,
  transaction: Transaction,
): Promise<string | null> {
  try {
    const missing = await mempool.addTX(transaction)
    return missing === null ? null : 'bad-txns-inputs-missingorspent'
  } catch (error) {
    const { reason, message } = fieldsOf(error)
    return String(reason ?? message)
  }
}

function decoded(bcoin: Bcoin, raw: unknown): Transaction {
  const refusal = 'TX decode failed. Make sure the tx has at least one input.'
  try {
    if (typeof raw === 'string' && /^(?:[0-9a-f]{2})+$/i.test(raw)) {
      const transaction = bcoin.TX.fromRaw(raw, 'hex')
      if (transaction.inputs.length > 0) return transaction
    }
  } catch {
    // Bitcoin Core does not say either what is wrong with the transaction.
  }
  throw new bcoin.RPCError(codes.undecodable, refusal)
}

function conflictsOf(mempool: Mempool, { inputs }: Transaction): readonly PoolEntry[] {
  const found = new Set<PoolEntry>()
  for (const { prevout } of inputs) {
    const entry = mempool.getSpent(prevout.hash, prevout.index)
    if (entry !== undefined) found.add(entry)
  }
  return [...found]
}

/** Returns parents before the transactions that spend them, so that they can be restored in this order. */
function withDescendants(mempool: Mempool, entries: readonly PoolEntry[]): readonly PoolEntry[] {
  const found = new Set(entries)
  for (const entry of found) {
    entry.tx.outputs.forEach((_, index) => {
      const spender = mempool.getSpent(entry.tx.hash('hex'), index)
      if (spender === undefined) return
      // Moves the spender after all transactions that it may spend.
      found.delete(spender)
      found.add(spender)
    })
  }
  return [...found]
}

type Replacement = {
  readonly transaction: Transaction
  readonly fee: number
  readonly size: number
  readonly conflicts: readonly PoolEntry[]
  readonly evicted: readonly PoolEntry[]
}

function obstacleOf({ transaction, fee, size, conflicts, evicted }: Replacement): string | null {
  if (conflicts.length === 0) return null
  const isReplaceable = ({ tx }: PoolEntry): boolean =>
    tx.inputs.some(({ sequence }) => sequence < replaceableBelow)
  if (!conflicts.every(isReplaceable)) return 'txn-mempool-conflict'
  if (evicted.length > evictedMax) return 'too many potential replacements'
  const id = transaction.txid()
  const isPoorer = conflicts.some((entry) => fee * entry.size <= entry.fee * size)
  if (isPoorer) return `insufficient fee, rejecting replacement ${id}; new feerate <= old feerate`
  const lost = evicted.reduce((sum, entry) => sum + entry.fee, 0)
  if (fee < lost)
    return `insufficient fee, rejecting replacement ${id}, less fees than conflicting txs`
  if (fee - lost < feeFor(size, relayRate)) {
    return `insufficient fee, rejecting replacement ${id}, not enough additional fees to relay`
  }
  return null
}

function feeFor(size: number, rate: number): number {
  return Math.ceil((size * rate) / 1_000)
}
