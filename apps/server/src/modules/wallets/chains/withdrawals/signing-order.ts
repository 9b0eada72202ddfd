/**
 * What is asked of the signer for a transaction, as it is kept before anybody is asked, and what its
 * bytes must be. The same order gives the same bytes, however often it is asked (FLT-31).
 */
import {
  isSignedPayout,
  type PayoutOutput,
  type UnsignedPayout,
} from '../../../../adapters/bitcoin/index.ts'
import {
  coinTransfer,
  type EvmTransaction,
  isSameTransaction,
  readSigned,
  tokenTransfer,
} from '../../../../adapters/evm/index.ts'
import type {
  Approved,
  BitcoinSpend,
  EvmSpend,
  SignedBytes,
  SignerKeyAt,
  SignOrder,
} from '../../../../adapters/signer/index.ts'

type Digits<T> = { readonly [K in keyof T]: T[K] extends bigint ? string : T[K] }
type StoredPayout = Omit<UnsignedPayout, 'inputs' | 'outputs' | 'fee'> & {
  readonly fee: string
  readonly inputs: readonly Digits<UnsignedPayout['inputs'][number]>[]
  readonly outputs: readonly Digits<PayoutOutput>[]
}

export type SigningOrder = {
  readonly order: SignOrder
  /** Of bitcoin; null on EVM chains, where the order says it all. */
  readonly payout: StoredPayout | null
  /** EVM: whose nonce it is, in its checksum form. */
  readonly sender: string | null
}

/** The order of a payout of bitcoin. */
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

/** The order of outputs of the house that are made one, at an address of its own. */
export function consolidationOrder(
  approved: Approved,
  payout: UnsignedPayout,
  own: SignerKeyAt,
): SigningOrder {
  const { order, ...rest } = bitcoinOrder(approved, payout)
  return { ...rest, order: { ...order, spend: { ...order.spend, own } } }
}

/** The order of a transaction of an EVM chain. */
export function evmOrder(approved: Approved, spend: EvmSpend, sender: string): SigningOrder {
  return { order: { ...approved, spend }, payout: null, sender }
}

/** Stands for the order of what was signed for a database of before: nobody here knows it (FLT-40). */
export const unknownOrder = Buffer.alloc(0)

/** Whether it is known what was asked of the signer for a transaction. */
export function isOrdered({ request }: { readonly request: Buffer }): boolean {
  return request.length > 0
}

/** An order as it is stored. */
export function orderBytes(stored: SigningOrder): Buffer {
  return Buffer.from(JSON.stringify(stored))
}

/** An order as it was stored. */
export function readOrder(bytes: Buffer): SigningOrder {
  const stored: SigningOrder = JSON.parse(bytes.toString('utf8'))
  return stored
}

/**
 * What a transaction may cost at most by its order, or by its signed bytes; null where neither says it, as of a payout of
 * bitcoin that was signed for a database of before.
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

/** The payout of bitcoin that an order is of. */
export function toPayout({ payout }: SigningOrder): UnsignedPayout {
  if (payout === null) throw new Error('an order of another family')
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

/** Whether bytes are what was ordered and nothing else. */
export function isAsOrdered(stored: SigningOrder, { txid, raw }: SignedBytes): boolean {
  if (stored.payout !== null) {
    const payout = toPayout(stored)
    return txid === payout.txid && isSignedPayout(payout, raw)
  }
  const signed = readSigned(raw)
  if (signed === null || signed.hash !== txid || signed.sender !== stored.sender) return false
  return isSameTransaction(signed.transaction, toTransaction(stored))
}

/** The transaction of an EVM chain that an order is of. */
export function toTransaction({ order }: SigningOrder): EvmTransaction {
  const { approval, spend } = order
  if (spend.family !== 'evm') throw new Error('an order of another family')
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
