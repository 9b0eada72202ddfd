/**
 * For tests: bitcoin in memory, where a real node would cost a process. Transactions must be validly signed,
 * as at the real node. Each payment is mined at once and gets one more block above it, unless blocks are
 * withheld.
 */
import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { Address, OutScript, p2wpkh, Transaction } from '@scure/btc-signer'
import type { Broadcast } from '../broadcast.ts'
import { type BitcoinBlock, type BitcoinTransaction, decodeTransaction } from '../decode.ts'
import { virtualBytesOf } from '../fees.ts'
import { bitcoinNetworks } from '../networks.ts'
import type { BitcoinAnswer, BitcoinNode, UnspentOutput } from '../port.ts'

export type SimulatedBitcoin = {
  /** A client that always succeeds. */
  readonly node: BitcoinNode
  /** Pays satoshi without an input; returns the transaction's id. */
  pay(address: string, amount: bigint): string
  /** From now on transactions stay in the mempool, until `release`. */
  withhold(): void
  /** Mines the mempool, and from now on each payment at once. */
  release(): void
  /** All mined transactions that were broadcast, in order. */
  sent(): readonly SentPayment[]
}

/** A signed payment that was mined, and its fee. */
export type SentPayment = {
  readonly txid: string
  readonly outputs: BitcoinTransaction['outputs']
  readonly fee: bigint
  readonly virtualBytes: number
}

const network = 'regtest'
const form = bitcoinNetworks[network]
const rate = 2_000n
const satoshiMinPerByte = 1n
/** A payment that is final after two blocks is final at once. */
const blocksUpon = 1
/** Readers of the chain start some blocks below its head. */
const firstBlocks = 8

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const nameOf = ({ txid, index }: { readonly txid: string; readonly index: number }): string =>
  `${txid}:${index}`
const done = <T>(value: T): Promise<BitcoinAnswer<T>> => Promise.resolve({ status: 'done', value })
const absent = { status: 'absent' } as const

type Output = { readonly address: string | null; readonly amount: bigint }
type Mined = Output & { readonly height: number }

/** Blocks, mempool and unspent outputs. */
class Ledger {
  readonly blocks: BitcoinBlock[] = []
  /** Outputs in blocks that no block has spent. */
  readonly unspent = new Map<string, Mined>()
  readonly mined = new Map<string, BitcoinTransaction>()
  readonly sent: SentPayment[] = []
  readonly pool = new Map<string, { readonly transaction: BitcoinTransaction; fee: bigint }>()
  isWithheld = false

  get height(): number {
    return this.blocks.length - 1
  }

  mine(transactions: readonly BitcoinTransaction[]): void {
    const height = this.blocks.length
    const previousBlockId = this.blocks.at(-1)?.blockId ?? '0'.repeat(64)
    const blockId = hashOf(`bitcoin block ${height}`)
    this.blocks.push({ blockId, previousBlockId, timeMs: Date.now(), transactions })
    for (const transaction of transactions) {
      this.mined.set(transaction.txid, transaction)
      for (const input of transaction.inputs) this.unspent.delete(nameOf(input))
      for (const [index, output] of transaction.outputs.entries()) {
        this.unspent.set(nameOf({ txid: transaction.txid, index }), { ...output, height })
      }
    }
  }

  minePool(): void {
    const waiting = [...this.pool.values()]
    this.pool.clear()
    for (const { transaction, fee } of waiting) {
      const { txid, outputs, weight } = transaction
      this.sent.push({ txid, outputs, fee, virtualBytes: virtualBytesOf(weight) })
    }
    this.mine(waiting.map(({ transaction }) => transaction))
    for (let more = 0; more < blocksUpon; more += 1) this.mine([])
  }
}

/** A chain of some empty blocks. */
export function createSimulatedBitcoin(): SimulatedBitcoin {
  const ledger = new Ledger()
  for (let block = 0; block < firstBlocks; block += 1) ledger.mine([])
  return {
    node: nodeOf(ledger),
    pay(address, amount) {
      const txid = hashOf(`bitcoin paid ${ledger.blocks.length}`)
      const source = { txid: hashOf(txid), index: 0, sequence: 0 }
      const outputs = [{ address, amount }]
      ledger.mine([
        { txid, isCoinbase: false, inputs: [source], outputs, weight: 600, isReplaceable: false },
      ])
      for (let more = 0; more < blocksUpon; more += 1) ledger.mine([])
      return txid
    },
    withhold() {
      ledger.isWithheld = true
    },
    release() {
      ledger.isWithheld = false
      ledger.minePool()
    },
    sent: () => ledger.sent,
  }
}

function nodeOf(ledger: Ledger): BitcoinNode {
  const { blocks, pool } = ledger
  return {
    head() {
      const blockId = blocks[ledger.height]?.blockId ?? ''
      return done({ height: ledger.height, blockId, prunedBelow: null })
    },
    blockIds: ({ fromHeight, count }) =>
      done(blocks.slice(fromHeight, fromHeight + count).map(({ blockId }) => blockId)),
    async block(blockId) {
      const found = blocks.find((one) => one.blockId === blockId)
      return found === undefined ? absent : done(found)
    },
    pool(known) {
      const news = [...pool.values()].flatMap(({ transaction }) =>
        known.has(transaction.txid) ? [] : [transaction],
      )
      return done({ txids: [...pool.keys()], news, isWhole: true })
    },
    async pooled(txid) {
      const waiting = pool.get(txid)
      return waiting === undefined ? absent : done(waiting.transaction)
    },
    unspent: (outpoints) => done(outpoints.map((outpoint) => unspentOf(ledger, nameOf(outpoint)))),
    broadcast: (signedHex) => Promise.resolve(broadcastTo(ledger, signedHex)),
    feeQuote: () => done({ state: 'ready', rate, isCapped: false }),
    health: () => ({ state: 'ok', sinceMs: 0, wasCalled: true }),
  }
}

function unspentOf({ unspent, height, blocks }: Ledger, name: string): UnspentOutput | null {
  const output = unspent.get(name)
  if (output === undefined) return null
  const { amount, address, height: minedAt } = output
  const script = address === null ? '' : Buffer.from(scriptOf(address)).toString('hex')
  const asOfBlockId = blocks[height]?.blockId ?? ''
  return { amount, script, confirmations: height - minedAt + 1, isCoinbase: false, asOfBlockId }
}

const scriptOf = (address: string): Uint8Array => OutScript.encode(Address(form).decode(address))

function broadcastTo(ledger: Ledger, signedHex: string): Broadcast {
  const transaction = decodeTransaction(signedHex, network)
  const { txid, inputs, outputs, weight } = transaction
  if (ledger.mined.has(txid)) return { status: 'known', txid, inChain: true }
  if (ledger.pool.has(txid)) return { status: 'known', txid, inChain: false }
  const spent = inputs.flatMap((input) => ledger.unspent.get(nameOf(input)) ?? [])
  if (spent.length < inputs.length) return { status: 'missingInputs', reason: 'inputs-spent' }
  if (!isSignedFor(signedHex, spent)) return { status: 'refused', reason: 'a bad signature' }
  const fee = sumOf(spent) - sumOf(outputs)
  const least = BigInt(virtualBytesOf(weight)) * satoshiMinPerByte
  if (fee < least) return { status: 'feeTooLow', reason: 'below the relay fee' }
  const names = new Set(inputs.map(nameOf))
  const rivals = [...ledger.pool.values()].filter((one) =>
    one.transaction.inputs.some((input) => names.has(nameOf(input))),
  )
  if (rivals.some((rival) => fee < rival.fee + least)) {
    return { status: 'conflict', reason: 'rejecting replacement' }
  }
  for (const rival of rivals) ledger.pool.delete(rival.transaction.txid)
  ledger.pool.set(txid, { transaction, fee })
  if (!ledger.isWithheld) ledger.minePool()
  return { status: 'accepted', txid }
}

function sumOf(amounts: readonly { readonly amount: bigint }[]): bigint {
  return amounts.reduce((sum, { amount }) => sum + amount, 0n)
}

/** Whether each input has a valid signature of the spent output's key, over its amount (BIP 143). */
function isSignedFor(signedHex: string, spent: readonly Output[]): boolean {
  const transaction = Transaction.fromRaw(Buffer.from(signedHex, 'hex'), {
    allowUnknownOutputs: true,
  })
  return spent.every(({ address, amount }, at) => {
    const [signature, publicKey] = transaction.getInput(at).finalScriptWitness ?? []
    if (address === null || signature === undefined || publicKey === undefined) return false
    const script = scriptOf(address)
    if (!Buffer.from(p2wpkh(publicKey, form).script).equals(Buffer.from(script))) return false
    const keyHash = Buffer.from(script.subarray(2))
    // Script code of a key hash: duplicate, hash, push, compare, check the signature.
    const code = Buffer.concat([Buffer.from('76a914', 'hex'), keyHash, Buffer.from('88ac', 'hex')])
    const hashType = signature.at(-1) ?? 0
    const signed = transaction.preimageWitnessV0(at, code, hashType, amount)
    const format = { prehash: false, format: 'der' } as const
    return secp256k1.verify(signature.subarray(0, -1), signed, publicKey, format)
  })
}
