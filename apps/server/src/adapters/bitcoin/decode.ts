/**
 * Blocks and transactions from their bytes. Everything is read within bounds; what is not whole, or not
 * written as the network writes it, throws `UndecodableError`.
 */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { BitcoinNetwork } from './networks.ts'
import { addressOfScript } from './scripts.ts'

/** Bytes that are no block, or no transaction. */
export class UndecodableError extends Error {}

export type Outpoint = {
  readonly txid: string
  /** Which output of that transaction. */
  readonly index: number
}

export type BitcoinInput = Outpoint & { readonly sequence: number }

export type BitcoinOutput = {
  /** Null for a script that no address stands for. */
  readonly address: string | null
  /** Satoshi. */
  readonly amount: bigint
}

export type BitcoinTransaction = {
  readonly txid: string
  /** New coins of a block; its one input points nowhere. */
  readonly isCoinbase: boolean
  /** In the order of the transaction; none for a coinbase. */
  readonly inputs: readonly BitcoinInput[]
  /** In the order of the transaction: an output's index is its place here. */
  readonly outputs: readonly BitcoinOutput[]
  /** A quarter of a virtual byte each. */
  readonly weight: number
  /** Whether it announces that another may take its place (BIP 125). */
  readonly isReplaceable: boolean
}

export type BitcoinBlock = {
  readonly blockId: string
  /** Of the block before; zeros for the first. */
  readonly previousBlockId: string
  readonly timeMs: number
  readonly transactions: readonly BitcoinTransaction[]
}

/** They take some milliseconds. */
const transactionsPerTurn = 100
const headerBytes = 80
const idBytes = 32
const nowhere = '0'.repeat(2 * idBytes)
const nowhereIndex = 0xffff_ffff
/** The least bytes that an input, an output and a transaction can have: counts above are not believed. */
const inputBytesMin = 41
const outputBytesMin = 9
const transactionBytesMin = 60
/** All that there can ever be, in satoshi. */
const amountMax = 2_100_000_000_000_000n
/** Sequences below this one say that the transaction may be replaced. */
const finalSequenceMin = 0xffff_fffe

/** A block of a network from its bytes in hex; its Merkle root has been compared. */
export function decodeBlock(hex: string, network: BitcoinNetwork): BitcoinBlock {
  const reading = readBlock(hex, network)
  for (;;) {
    const step = reading.next()
    if (step.done === true) return step.value
  }
}

/** The same, letting others have a turn in between: a full block takes a tenth of a second. */
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

/** Stops now and then on its way. */
function* readBlock(hex: string, network: BitcoinNetwork): Generator<undefined, BitcoinBlock> {
  const reader = createReader(bytesOfHex(hex))
  const header = reader.take(headerBytes)
  const count = reader.count(transactionBytesMin)
  const hashes: Buffer[] = []
  const transactions: BitcoinTransaction[] = []
  for (let at = 0; at < count; at += 1) {
    const { hash, transaction } = readTransaction(reader, network)
    if (transaction.isCoinbase !== (at === 0)) throw new UndecodableError('a coinbase out of place')
    hashes.push(hash)
    transactions.push(transaction)
    if (at % transactionsPerTurn === 0) yield undefined
  }
  reader.end()
  if (!merkleRootOf(hashes).equals(header.subarray(36, 68))) {
    throw new UndecodableError('the transactions are not those of the header')
  }
  return {
    blockId: idOf(hashOf(header)),
    previousBlockId: idOf(header.subarray(4, 36)),
    timeMs: header.readUInt32LE(68) * 1_000,
    transactions,
  }
}

/** A transaction from its bytes in hex; addresses are those of the network. */
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
  if (hasWitness && reader.take(2)[1] !== 1) throw new UndecodableError('an unknown flag')
  const bodyFrom = reader.at()
  const inputs = readMany(reader, inputBytesMin, readInput)
  const outputs = readMany(reader, outputBytesMin, () => readOutput(reader, network))
  const body = reader.since(bodyFrom)
  if (hasWitness) for (const _ of inputs) skipWitness(reader)
  const lockTime = reader.take(4)
  const hash = hashOf(version, body, lockTime)
  const bareBytes = version.length + body.length + lockTime.length
  const [first] = inputs
  if (first === undefined || outputs.length === 0) throw new UndecodableError('nothing moves')
  const isCoinbase = first.txid === nowhere && first.index === nowhereIndex
  if (isCoinbase && inputs.length > 1) throw new UndecodableError('a coinbase with other inputs')
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
  if (amount > amountMax) throw new UndecodableError('more than there can be')
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
  /** A count of things that have at least so many bytes each; in the shortest form alone. */
  count(bytesMin: number): number
  /** Throws where something is left. */
  end(): void
}

function createReader(bytes: Buffer): Reader {
  let at = 0
  const take = (length: number): Buffer => {
    if (length > bytes.length - at) throw new UndecodableError('it ends too early')
    at += length
    return bytes.subarray(at - length, at)
  }
  const written = (length: 2 | 4, above: number): number => {
    const value = take(length).readUIntLE(0, length)
    if (value <= above) throw new UndecodableError('a count in no short form')
    return value
  }
  return {
    at: () => at,
    peek: () => bytes[at] ?? -1,
    take,
    since: (from) => bytes.subarray(from, at),
    count(bytesMin) {
      const [first = 0] = take(1)
      // No count of eight bytes fits in a block.
      if (first === 0xff) throw new UndecodableError('too large a count')
      let count = first
      if (first === 0xfd) count = written(2, 0xfc)
      if (first === 0xfe) count = written(4, 0xffff)
      if (count * bytesMin > bytes.length - at) throw new UndecodableError('it ends too early')
      return count
    },
    end() {
      if (at !== bytes.length) throw new UndecodableError('something is left')
    },
  }
}

/** The one hash over all; throws where transactions are repeated so that the hash would not tell. */
function merkleRootOf(hashes: readonly Buffer[]): Buffer {
  let level = hashes
  while (level.length > 1) {
    const above: Buffer[] = []
    for (let at = 0; at < level.length; at += 2) {
      const left = level[at] ?? Buffer.alloc(0)
      const right = level[at + 1]
      // CVE-2012-2459: an even list whose last pair is equal has the root of the shorter list.
      if (right?.equals(left) === true) throw new UndecodableError('a transaction twice')
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

/** Ids are written backwards. */
function idOf(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString('hex')
}

function bytesOfHex(hex: string): Buffer {
  const bytes = Buffer.from(hex, 'hex')
  // What is no hex is left out silently.
  if (hex.length !== 2 * bytes.length) throw new UndecodableError('no hex')
  return bytes
}
