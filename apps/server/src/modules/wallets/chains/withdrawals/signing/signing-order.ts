/**
 * The order to the signer for a transaction. It is stored before the signer is asked, and the signed bytes
 * are compared with it. The same order always gives the same bytes (FLT-31).
 */
import {
  isSignedPayout,
  type PayoutOutput,
  type UnsignedPayout,
} from '../../../../../adapters/bitcoin/index.ts'
import {
  coinTransfer,
  type EvmTransaction,
  isSameTransaction,
  readSigned,
  tokenTransfer,
} from '../../../../../adapters/evm/index.ts'
import type {
  Approved,
  BitcoinSpend,
  EvmSpend,
  SignedBytes,
  SignerKeyAt,
  SignOrder,
} from '../../../../../adapters/signer/index.ts'

type Digits<T> = { readonly [K in keyof T]: T[K] extends bigint ? string : T[K] }
type StoredPayout = Omit<UnsignedPayout, 'inputs' | 'outputs' | 'fee'> & {
  readonly fee: string
  readonly inputs: readonly Digits<UnsignedPayout['inputs'][number]>[]
  readonly outputs: readonly Digits<PayoutOutput>[]
}

export type SigningOrder = {
  readonly order: SignOrder
  /** Bitcoin alone; null on EVM chains, where the order is complete. */
  readonly payout: StoredPayout | null
  /** EVM: the address whose nonce is used, with its checksum. */
  readonly sender: string | null
}

/** Creates the order of a bitcoin payout. */
export function bitcoinOrder(approved: Approved, payout: UnsignedPayout): SigningOrder {
  const [change] = payout.outputs.filter((output) => output.change !== null)
  const spend: BitcoinSpend = {
    family: 'bitcoin',
    inputs: payout.inputs.map(({ txid, index, amount, key }) => {
      return { txid, vout: index, amount: String(amount), key }
    }),
    change:
      change === undefined || change.change === null
        ? null
        : { key: change.change, amount: String(change.amount) },
    own: null,
  }
  return { order: { ...approved, spend }, payout: toDigits(payout), sender: null }
}

/** Creates the order of a consolidation to one of our own addresses. */
export function consolidationOrder(
  approved: Approved,
  payout: UnsignedPayout,
  own: SignerKeyAt,
): SigningOrder {
  const { order, ...rest } = bitcoinOrder(approved, payout)
  return { ...rest, order: { ...order, spend: { ...order.spend, own } } }
}

/** Creates the order of a transaction on an EVM chain. */
export function evmOrder(approved: Approved, spend: EvmSpend, sender: string): SigningOrder {
  return { order: { ...approved, spend }, payout: null, sender }
}

/** A placeholder for the unknown order of a transaction that was signed for an earlier database (FLT-40). */
export const unknownOrder = Buffer.alloc(0)

/** Whether the order of a transaction is known. */
export function isOrdered({ request }: { readonly request: Buffer }): boolean {
  return request.length > 0
}

/** Encodes an order for storage. */
export function orderBytes(stored: SigningOrder): Buffer {
  return Buffer.from(JSON.stringify(stored))
}

/** Decodes a stored order. */
export function readOrder(bytes: Buffer): SigningOrder {
  const stored: SigningOrder = JSON.parse(bytes.toString('utf8'))
  return stored
}

/**
 * The maximum cost of a transaction by its order, or by its signed bytes. Null if neither has it, as for a
 * bitcoin payout that was signed for an earlier database.
 */
export function feeMaxOf(transaction: {
  readonly request: Buffer
  readonly bytes: Buffer | null
  readonly chain: string
}): bigint | null {
  if (isOrdered(transaction)) {
    const stored = readOrder(transaction.request)
    return stored.payout === null ? gasMaxOf(toTransaction(stored)) : toPayout(stored).fee
  }
  if (transaction.chain === 'bitcoin' || transaction.bytes === null) return null
  const signed = readSigned(`0x${transaction.bytes.toString('hex')}`)
  return signed === null ? null : gasMaxOf(signed.transaction)
}

function gasMaxOf({ gasLimit, maxFeePerGas }: EvmTransaction): bigint {
  return gasLimit * maxFeePerGas
}

/** The bitcoin payout of an order. */
export function toPayout({ payout }: SigningOrder): UnsignedPayout {
  if (payout === null) throw new Error('the order belongs to another chain family')
  return {
    ...payout,
    fee: BigInt(payout.fee),
    inputs: payout.inputs.map((input) => ({ ...input, amount: BigInt(input.amount) })),
    outputs: payout.outputs.map((output) => ({ ...output, amount: BigInt(output.amount) })),
  }
}

function toDigits(payout: UnsignedPayout): StoredPayout {
  return {
    ...payout,
    fee: String(payout.fee),
    inputs: payout.inputs.map((input) => ({ ...input, amount: String(input.amount) })),
    outputs: payout.outputs.map((output) => ({ ...output, amount: String(output.amount) })),
  }
}

/** Whether signed bytes are exactly the ordered transaction. */
export function isAsOrdered(stored: SigningOrder, { txid, raw }: SignedBytes): boolean {
  if (stored.payout !== null) {
    const payout = toPayout(stored)
    return txid === payout.txid && isSignedPayout(payout, raw)
  }
  const signed = readSigned(raw)
  if (signed === null || signed.hash !== txid || signed.sender !== stored.sender) return false
  return isSameTransaction(signed.transaction, toTransaction(stored))
}

/** The EVM transaction of an order. */
export function toTransaction({ order }: SigningOrder): EvmTransaction {
  const { approval, spend } = order
  if (spend.family !== 'evm') throw new Error('the order belongs to another chain family')
  const envelope = {
    chainId: Number(approval.chain.slice('evm:'.length)),
    nonce: spend.nonce,
    maxPriorityFeePerGas: BigInt(spend.gasPrice.priority),
    maxFeePerGas: BigInt(spend.gasPrice.max),
    gasLimit: BigInt(spend.gasLimit),
  }
  const { contract, destination: to } = approval
  const amount = BigInt(approval.amount)
  return contract === null
    ? coinTransfer(envelope, { to, amount })
    : tokenTransfer(envelope, { contract, to, amount })
}
