/**
 * For tests: an EVM chain in memory, where a real one would cost a process. Each transaction is its own block
 * and final at once. The chain transfers its coin; each contract is a token that the faucet gives.
 */
import { createHash } from 'node:crypto'
import { addressKey } from '../addresses.ts'
import { feeMaxOf, type FeeLimits } from '../fees.ts'
import type { SendOutcome } from '../outcomes.ts'
import type {
  EvmAnswer,
  EvmBlock,
  EvmBlockRef,
  EvmFound,
  EvmNode,
  EvmQuote,
  EvmReceipt,
  EvmTransfer,
  EvmWatch,
} from '../port.ts'
import { readSigned, readTransferData, transactionHash } from '../transactions.ts'
import { coinIndex } from '../transfers.ts'

export type SimulatedChain = {
  /** A client that always succeeds. */
  readonly node: EvmNode
  /** Pays wei, or a token's smallest units, from the faucet; returns the transaction's hash. */
  pay(to: string, amount: bigint, contract?: string | null): string
  /** All mined transactions that were signed, in order. */
  sent(): readonly SentTransfer[]
}

/** A signed transfer, and its gas price. */
export type SentTransfer = EvmTransfer & {
  /** Wei per gas. */
  readonly gasPrice: bigint
}

const gasLimit = 25_200n
const gasUsed = 21_000n
const price = { maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
const faucet = addressKey(`0x${'f'.repeat(40)}`)
/** Decimals of every token. */
const tokenDecimals = 6

const hashOf = (text: string): string => `0x${createHash('sha256').update(text).digest('hex')}`

/** Blocks, and balances after them. */
class Blocks {
  readonly all: EvmBlock[] = [
    { number: 0, hash: hashOf('block 0'), parentHash: hashOf('none'), timeMs: 0, transfers: [] },
  ]
  readonly receipts = new Map<string, EvmReceipt>()
  readonly sent: SentTransfer[] = []
  /** Balances by contract and address; those of the coin by address alone. */
  readonly #amounts = new Map<string, bigint>()
  readonly #nonces = new Map<string, number>()

  get head(): EvmBlock {
    const last = this.all.at(-1)
    if (last === undefined) throw new Error('the chain has no block')
    return last
  }

  /** Returns the block with the current time, as if it were the newest block of a real chain. */
  refOf({ number, hash, parentHash }: EvmBlockRef): EvmBlockRef {
    return { number, hash, parentHash, timeMs: Date.now() }
  }

  amountOf(address: string, contract: string | null = null): bigint {
    return this.#amounts.get(nameOf(address, contract)) ?? 0n
  }

  #add(address: string, contract: string | null, amount: bigint): void {
    this.#amounts.set(nameOf(address, contract), this.amountOf(address, contract) + amount)
  }

  nonceOf(address: string): number {
    return this.#nonces.get(addressKey(address)) ?? 0
  }

  /** @param gasPrice the sender's price per gas; null for a payment of the faucet */
  mine(transfer: EvmTransfer, gasPrice: bigint | null): void {
    const { hash: parentHash, number: below } = this.head
    const number = below + 1
    const hash = hashOf(`block ${number}`)
    this.all.push({ number, hash, parentHash, timeMs: Date.now(), transfers: [transfer] })
    const { txHash, from, to, amount, contract } = transfer
    const feePaid = gasUsed * (gasPrice ?? 0n)
    this.receipts.set(txHash, {
      txHash,
      blockNumber: number,
      blockHash: hash,
      isSuccess: true,
      feePaid,
    })
    if (gasPrice !== null) {
      this.#add(from, contract, 0n - amount)
      this.#add(from, null, 0n - feePaid)
      this.#nonces.set(from, this.nonceOf(from) + 1)
      this.sent.push({ ...transfer, gasPrice })
    }
    this.#add(to, contract, amount)
  }
}

function nameOf(address: string, contract: string | null): string {
  return `${contract ?? ''} ${addressKey(address)}`
}

/** A chain of two blocks. */
export function createSimulatedChain(chainId: number): SimulatedChain {
  const blocks = new Blocks()
  const pay = (to: string, amount: bigint, contract: string | null = null): string => {
    const txHash = hashOf(`paid ${blocks.all.length}`)
    const transfer = { txHash, ...kindOf(contract), from: faucet, amount }
    blocks.mine({ ...transfer, to: addressKey(to), isSuccess: true }, null)
    return txHash
  }
  // Readers of a chain start at its first block that is not empty.
  pay(faucet, 1n)
  return { node: nodeOf(chainId, blocks), pay, sent: () => blocks.sent }
}

/** The transfer log of a token is the only log of its transaction. */
function kindOf(contract: string | null): Pick<EvmTransfer, 'index' | 'contract'> {
  return { index: contract === null ? coinIndex : 0, contract }
}

const done = <T>(value: T): Promise<EvmAnswer<T>> => Promise.resolve({ status: 'done', value })
const behind = { status: 'failed', kind: 'behind', reason: 'there is no such block' } as const

function nodeOf(chainId: number, blocks: Blocks): EvmNode {
  const transfersTo = (
    { transfers }: EvmBlock,
    { addresses, contracts }: EvmWatch,
  ): readonly EvmTransfer[] =>
    transfers.filter(
      ({ to, contract }) => addresses.has(to) && (contract === null || contracts.has(contract)),
    )
  return {
    chainId,
    facts: () => done({ isSyncing: false, client: 'simulated' }),
    heads() {
      const head = blocks.refOf(blocks.head)
      return done({ head, safe: head, finalized: head })
    },
    async blockAt(number) {
      const block = blocks.all[number]
      return block === undefined ? behind : done(blocks.refOf(block))
    },
    scan: ({ from, to }, watch) =>
      done(
        blocks.all.slice(from, to + 1).map((block) => {
          return { ...block, transfers: transfersTo(block, watch) }
        }),
      ),
    readTransaction(txHash, watch) {
      const block = blocks.all[blocks.receipts.get(txHash)?.blockNumber ?? -1]
      if (block === undefined) return done({ state: 'absent' })
      return done({
        state: 'mined',
        block: blocks.refOf(block),
        confirmations: blocks.head.number - block.number + 1,
        isSafe: true,
        isFinalized: true,
        isSuccess: true,
        transfers: transfersTo(block, watch),
        strangeContracts: [],
      })
    },
    receipts: (hashes) => done(hashes.map((hash) => blocks.receipts.get(hash) ?? null)),
    find: ({ address, nonce, txHashes }) => done(foundOf(blocks, address, nonce, txHashes)),
    nonceCounts(address) {
      const latest = blocks.nonceOf(address)
      return done({ finalized: latest, latest, pending: latest })
    },
    balances: (address, contracts) =>
      done({
        coin: blocks.amountOf(address),
        tokens: contracts.map((contract) => blocks.amountOf(address, contract)),
      }),
    tokenGrowth: ({ contract, address, blockNumber }) => {
      const transfers = blocks.all[blockNumber]?.transfers ?? []
      const own = transfers.filter((one) => one.contract === contract && one.to === address)
      return done(own.reduce((sum, { amount }) => sum + amount, 0n))
    },
    tokenDecimals: () => done(tokenDecimals),
    tokenFacts: () => Promise.resolve(behind),
    hasCode: () => done(false),
    quote: ({ from, value }, limits) => done(quoteOf(blocks.amountOf(from), value, limits)),
    send: (raw) => Promise.resolve(sendTo(blocks, chainId, raw)),
    health: () => ({ state: 'ok', sinceMs: 0, wasCalled: true }),
  }
}

function foundOf(
  blocks: Blocks,
  address: string,
  nonce: number,
  txHashes: readonly string[],
): EvmFound {
  const [receipt] = txHashes.flatMap((hash) => blocks.receipts.get(hash) ?? [])
  if (receipt !== undefined) return { state: 'mined', receipt, isSafe: true, isFinal: true }
  return blocks.nonceOf(address) > nonce
    ? { state: 'displaced', isFinal: true }
    : { state: 'absent' }
}

function quoteOf(balance: bigint, value: bigint, { gasLimitMax }: FeeLimits): EvmQuote {
  if (balance < value) return { state: 'noFunds' }
  if (gasLimit > gasLimitMax) return { state: 'tooMuchGas' }
  return { state: 'ready', gasLimit, fees: price, feeMax: feeMaxOf(price, gasLimit), balance }
}

function sendTo(blocks: Blocks, chainId: number, raw: string): SendOutcome {
  const txHash = transactionHash(raw)
  const outcome = (state: SendOutcome['state']): SendOutcome => ({ state, txHash, reason: null })
  const signed = readSigned(raw)
  if (signed === null || signed.transaction.chainId !== chainId) return outcome('invalid')
  if (blocks.receipts.has(txHash)) return outcome('known')
  const { nonce, to, value, data, maxFeePerGas } = signed.transaction
  const from = addressKey(signed.sender)
  if (nonce < blocks.nonceOf(from)) return outcome('nonceUsed')
  if (nonce > blocks.nonceOf(from)) return outcome('nonceGap')
  if (blocks.amountOf(from) < value + gasUsed * maxFeePerGas) return outcome('noFunds')
  const call = readTransferData(data)
  const contract = call === null ? null : addressKey(to)
  const moved = call ?? { to, amount: value }
  // A real chain mines a token transfer without enough balance and reverts it; here the node refuses it.
  if (contract !== null && blocks.amountOf(from, contract) < moved.amount) return outcome('noFunds')
  const transfer = { txHash, ...kindOf(contract), from, to: addressKey(moved.to), isSuccess: true }
  blocks.mine({ ...transfer, amount: moved.amount }, maxFeePerGas)
  return outcome('accepted')
}
