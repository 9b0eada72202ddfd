/**
 * Decodes blocks and transactions from their bytes. All reads are bounds-checked. Incomplete or non-canonical
 * data throws `UndecodableError`.
 */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { BitcoinNetwork } from './networks.ts'
import { addressOfScript } from './scripts.ts'

/** The bytes are not a block, or not a transaction. */
export class UndecodableError extends Error {}

export type Outpoint = {
  readonly txid: string
  /** Index of the output in that transaction. */
  readonly index: number
}

export type BitcoinInput = Outpoint & { readonly sequence: number }

export type BitcoinOutput = {
  /** Null for a script without an address. */
  readonly address: string | null
  /** Satoshi. */
  readonly amount: bigint
}

export type BitcoinTransaction = {
  readonly txid: string
  /** Block reward; its only input refers to no output. */
  readonly isCoinbase: boolean
  /** In the order of the transaction; empty for a coinbase. */
  readonly inputs: readonly BitcoinInput[]
  /** In the order of the transaction, so that the array index is the output's index. */
  readonly outputs: readonly BitcoinOutput[]
  /** Weight units; four are a virtual byte. */
  readonly weight: number
  /** Whether the transaction signals that it may be replaced (BIP 125). */
  readonly isReplaceable: boolean
}

export type BitcoinBlock = {
  readonly blockId: string
  /** Id of the previous block; zeros for the first. */
  readonly previousBlockId: string
  readonly timeMs: number
  readonly transactions: readonly BitcoinTransaction[]
}

/** Decoding this many takes some milliseconds. */
const transactionsPerTurn = 100
const headerBytes = 80
const idBytes = 32
const nowhere = '0'.repeat(2 * idBytes)
const nowhereIndex = 0xffff_ffff
/**
 * Minimum bytes of an input, an output and a transaction. A count that does not fit into the remaining bytes
 * is rejected.
 */
const inputBytesMin = 41
const outputBytesMin = 9
const transactionBytesMin = 60
/** Total supply of bitcoin in satoshi. */
const amountMax = 2_100_000_000_000_000n
/** A lower sequence signals that the transaction may be replaced. */
const finalSequenceMin = 0xffff_fffe

/** Decodes a block from hex, and verifies its Merkle root. */
export function decodeBlock(hex: string, network: BitcoinNetwork): BitcoinBlock {
  const reading = readBlock(hex, network)
  for (;;) {
    const step = reading.next()
    if (step.done === true) return step.value
  }
}

/**
 * Decodes a block as `decodeBlock` does, but yields to the event loop in between: a full block takes a tenth
 * of a second.
 */
export async function decodeBlockInTurns(
  hex: string,
  network: BitcoinNetwork,
): Promise<BitcoinBlock> {
  const reading = readBlock(hex, network)
  for (;;) {
    const step = reading.next()
    if (step.done === true) return step.value
    await setImmediate()
  }
}

/** Yields after every `transactionsPerTurn` transactions. */
function* readBlock(hex: string, network: BitcoinNetwork): Generator<undefined, BitcoinBlock> {
  const reader = createReader(bytesOfHex(hex))
  const header = reader.take(headerBytes)
  const count = reader.count(transactionBytesMin)
  const hashes: Buffer[] = []
  const transactions: BitcoinTransaction[] = []
  for (let at = 0; at < count; at += 1) {
    const { hash, transaction } = readTransaction(reader, network)
    if (transaction.isCoinbase !== (at === 0))
      throw new UndecodableError('coinbase at a wrong position')
    hashes.push(hash)
    transactions.push(transaction)
    if (at % transactionsPerTurn === 0) yield undefined
  }
  reader.end()
  if (!merkleRootOf(hashes).equals(header.subarray(36, 68))) {
    throw new UndecodableError('the Merkle root does not match the header')
  }
  return {
    blockId: idOf(hashOf(header)),
    previousBlockId: idOf(header.subarray(4, 36)),
    timeMs: header.readUInt32LE(68) * 1_000,
    transactions,
  }
}

/** Decodes a transaction from hex; addresses are those of the network. */
export function decodeTransaction(hex: string, network: BitcoinNetwork): BitcoinTransaction {
  const reader = createReader(bytesOfHex(hex))
  const { transaction } = readTransaction(reader, network)
  reader.end()
  return transaction
}

function readTransaction(reader: Reader, network: BitcoinNetwork) {
  const from = reader.at()
  const version = reader.take(4)
  const hasWitness = reader.peek() === 0
  if (hasWitness && reader.take(2)[1] !== 1) throw new UndecodableError('unknown flag')
  const bodyFrom = reader.at()
  const inputs = readMany(reader, inputBytesMin, readInput)
  const outputs = readMany(reader, outputBytesMin, () => readOutput(reader, network))
  const body = reader.since(bodyFrom)
  if (hasWitness) for (const _ of inputs) skipWitness(reader)
  const lockTime = reader.take(4)
  const hash = hashOf(version, body, lockTime)
  const bareBytes = version.length + body.length + lockTime.length
  const [first] = inputs
  if (first === undefined || outputs.length === 0)
    throw new UndecodableError('no inputs or outputs')
  const isCoinbase = first.txid === nowhere && first.index === nowhereIndex
  if (isCoinbase && inputs.length > 1) throw new UndecodableError('coinbase with further inputs')
  const transaction: BitcoinTransaction = {
    txid: idOf(hash),
    isCoinbase,
    inputs: isCoinbase ? [] : inputs,
    outputs,
    weight: 3 * bareBytes + (reader.at() - from),
    isReplaceable: !isCoinbase && inputs.some(({ sequence }) => sequence < finalSequenceMin),
  }
  return { hash, transaction }
}

function readInput(reader: Reader): BitcoinInput {
  const txid = idOf(reader.take(idBytes))
  const index = reader.take(4).readUInt32LE()
  reader.take(reader.count(1))
  return { txid, index, sequence: reader.take(4).readUInt32LE() }
}

function readOutput(reader: Reader, network: BitcoinNetwork): BitcoinOutput {
  const amount = reader.take(8).readBigUInt64LE()
  if (amount > amountMax) throw new UndecodableError('amount above the total supply')
  return { amount, address: addressOfScript(reader.take(reader.count(1)), network) }
}

function skipWitness(reader: Reader): void {
  const items = reader.count(1)
  for (let at = 0; at < items; at += 1) reader.take(reader.count(1))
}

function readMany<T>(reader: Reader, bytesMin: number, read: (reader: Reader) => T): readonly T[] {
  const count = reader.count(bytesMin)
  const all: T[] = []
  for (let at = 0; at < count; at += 1) all.push(read(reader))
  return all
}

type Reader = {
  at(): number
  peek(): number
  take(length: number): Buffer
  since(from: number): Buffer
  /** Reads a count of items that take at least `bytesMin` bytes each. Only the shortest encoding is valid. */
  count(bytesMin: number): number
  /** Throws where bytes are left. */
  end(): void
}

function createReader(bytes: Buffer): Reader {
  let at = 0
  const take = (length: number): Buffer => {
    if (length > bytes.length - at) throw new UndecodableError('unexpected end')
    at += length
    return bytes.subarray(at - length, at)
  }
  const written = (length: 2 | 4, above: number): number => {
    const value = take(length).readUIntLE(0, length)
    if (value <= above) throw new UndecodableError('count not in its shortest encoding')
    return value
  }
  return {
    at: () => at,
    peek: () => bytes[at] ?? -1,
    take,
    since: (from) => bytes.subarray(from, at),
    count(bytesMin) {
      const [first = 0] = take(1)
      // A count of eight bytes does not fit into a block.
      if (first === 0xff) throw new UndecodableError('count too large')
      let count = first
      if (first === 0xfd) count = written(2, 0xfc)
      if (first === 0xfe) count = written(4, 0xffff)
      if (count * bytesMin > bytes.length - at) throw new UndecodableError('unexpected end')
      return count
    },
    end() {
      if (at !== bytes.length) throw new UndecodableError('trailing bytes')
    },
  }
}

/** Merkle root of the hashes. Throws where repeated transactions would leave the root unchanged. */
function merkleRootOf(hashes: readonly Buffer[]): Buffer {
  let level = hashes
  while (level.length > 1) {
    const above: Buffer[] = []
    for (let at = 0; at < level.length; at += 2) {
      const left = level[at] ?? Buffer.alloc(0)
      const right = level[at + 1]
      // CVE-2012-2459: an even list whose last pair is equal has the root of the shorter list.
      if (right?.equals(left) === true) throw new UndecodableError('duplicate transaction')
      above.push(hashOf(left, right ?? left))
    }
    level = above
  }
  const [root] = level
  if (root === undefined) throw new UndecodableError('no transactions')
  return root
}

function hashOf(...parts: readonly Uint8Array[]): Buffer {
  const inner = createHash('sha256')
  for (const part of parts) inner.update(part)
  return createHash('sha256').update(inner.digest()).digest()
}

/** Ids show the bytes of a hash in reverse order. */
function idOf(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString('hex')
}

function bytesOfHex(hex: string): Buffer {
  const bytes = Buffer.from(hex, 'hex')
  // `Buffer.from` silently drops everything after the first invalid digit.
  if (hex.length !== 2 * bytes.length) throw new UndecodableError('invalid hex')
  return bytes
}
