/**
 * For tests: a chain of Ethereum's kind in memory, where the real one would cost a process. Each transaction is a
 * block of its own, final at once. Only its coin moves.
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
} from '../port.ts'
import { readSigned, transactionHash } from '../transactions.ts'
import { coinIndex } from '../transfers.ts'

export type SimulatedChain = {
  /** A node of it that is always there. */
  readonly node: EvmNode
  /** Pays wei from nowhere; gives the transaction's hash. */
  pay(to: string, amount: bigint): string
}

const gasLimit = 25_200n
const gasUsed = 21_000n
const price = { maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
const faucet = addressKey(`0x${'f'.repeat(40)}`)
/** Of each token that it is asked for. */
const tokenDecimals = 6

const hashOf = (text: string): string => `0x${createHash('sha256').update(text).digest('hex')}`

/** What happened on a chain so far. */
class Blocks {
  readonly all: EvmBlock[] = [
    { number: 0, hash: hashOf('block 0'), parentHash: hashOf('none'), timeMs: 0, transfers: [] },
  ]
  readonly receipts = new Map<string, EvmReceipt>()
  readonly #coins = new Map<string, bigint>()
  readonly #nonces = new Map<string, number>()

  get head(): EvmBlock {
    const last = this.all.at(-1)
    if (last === undefined) throw new Error('the chain has no block')
    return last
  }

  /** A block of the real chain is younger than a second, too. */
  refOf({ number, hash, parentHash }: EvmBlockRef): EvmBlockRef {
    return { number, hash, parentHash, timeMs: Date.now() }
  }

  coinsOf(address: string): bigint {
    return this.#coins.get(addressKey(address)) ?? 0n
  }

  nonceOf(address: string): number {
    return this.#nonces.get(addressKey(address)) ?? 0
  }

  mine(transfer: EvmTransfer, feePaid: bigint, isSent: boolean): void {
    const { hash: parentHash, number: below } = this.head
    const number = below + 1
    const hash = hashOf(`block ${number}`)
    this.all.push({ number, hash, parentHash, timeMs: Date.now(), transfers: [transfer] })
    const { txHash, from, to, amount } = transfer
    this.receipts.set(txHash, {
      txHash,
      blockNumber: number,
      blockHash: hash,
      isSuccess: true,
      feePaid,
    })
    if (isSent) {
      this.#coins.set(from, this.coinsOf(from) - amount - feePaid)
      this.#nonces.set(from, this.nonceOf(from) + 1)
    }
    this.#coins.set(to, this.coinsOf(to) + amount)
  }
}

/** A chain of two blocks. */
export function createSimulatedChain(chainId: number): SimulatedChain {
  const blocks = new Blocks()
  const pay = (to: string, amount: bigint): string => {
    const txHash = hashOf(`paid ${blocks.all.length}`)
    const transfer = { txHash, index: coinIndex, contract: null, from: faucet, amount }
    blocks.mine({ ...transfer, to: addressKey(to), isSuccess: true }, 0n, false)
    return txHash
  }
  // Whoever follows a chain begins at its first block with something in it.
  pay(faucet, 1n)
  return { node: nodeOf(chainId, blocks), pay }
}

const done = <T>(value: T): Promise<EvmAnswer<T>> => Promise.resolve({ status: 'done', value })
const behind = { status: 'failed', kind: 'behind', reason: 'there is no such block' } as const

function nodeOf(chainId: number, blocks: Blocks): EvmNode {
  const transfersTo = (
    { transfers }: EvmBlock,
    addresses: { has(key: string): boolean },
  ): readonly EvmTransfer[] => transfers.filter(({ to }) => addresses.has(to))
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
    scan: ({ from, to }, { addresses }) =>
      done(
        blocks.all.slice(from, to + 1).map((block) => {
          return { ...block, transfers: transfersTo(block, addresses) }
        }),
      ),
    look(txHash, { addresses }) {
      const block = blocks.all[blocks.receipts.get(txHash)?.blockNumber ?? -1]
      if (block === undefined) return done({ state: 'absent' })
      return done({
        state: 'mined',
        block: blocks.refOf(block),
        confirmations: blocks.head.number - block.number + 1,
        isSafe: true,
        isFinalized: true,
        isSuccess: true,
        transfers: transfersTo(block, addresses),
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
      done({ coin: blocks.coinsOf(address), tokens: contracts.map(() => 0n) }),
    tokenGrowth: () => done(0n),
    tokenDecimals: () => done(tokenDecimals),
    tokenFacts: () => Promise.resolve(behind),
    hasCode: () => done(false),
    quote: ({ from, value }, limits) => done(quoteOf(blocks.coinsOf(from), value, limits)),
    send: (raw) => Promise.resolve(sendTo(blocks, chainId, raw)),
    health: () => ({ state: 'ok', sinceMs: 0, isAsked: true }),
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
  const { nonce, to, value, maxFeePerGas } = signed.transaction
  const from = addressKey(signed.sender)
  const feePaid = gasUsed * maxFeePerGas
  if (nonce < blocks.nonceOf(from)) return outcome('nonceUsed')
  if (nonce > blocks.nonceOf(from)) return outcome('nonceGap')
  if (blocks.coinsOf(from) < value + feePaid) return outcome('noFunds')
  const transfer = { txHash, index: coinIndex, contract: null, from, to: addressKey(to) }
  blocks.mine({ ...transfer, amount: value, isSuccess: true }, feePaid, true)
  return outcome('accepted')
}
