/**
 * EIP-1559 transactions before and after signing: transfers of the coin and of tokens, and the self-send that
 * fills a nonce gap. Bytes from the signer are decoded and compared with the order before anything else uses
 * them.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { addressKey, addressOfPublicKey, toChecksum } from './addresses.ts'
import { bytesOf, toHex, UnreadableError } from './hex.ts'
import { numberBytes, numberOfBytes, readRlp, type RlpValue, toRlp } from './rlp.ts'

const typeByte = 0x02
/** Selector of `transfer(address,uint256)`. */
const transferSelector = '0xa9059cbb'
const wordBytes = 32
const amountMax = (1n << 256n) - 1n
const halfOrder = secp256k1.Point.Fn.ORDER / 2n

export type EvmTransaction = {
  readonly chainId: number
  readonly nonce: number
  /** Wei per gas. */
  readonly maxPriorityFeePerGas: bigint
  /** Wei per gas. */
  readonly maxFeePerGas: bigint
  readonly gasLimit: bigint
  readonly to: string
  /** Wei. */
  readonly value: bigint
  /** Hex with 0x. */
  readonly data: string
}

/** Fields that only sending needs: nonce, gas and price. */
export type EvmEnvelope = Omit<EvmTransaction, 'to' | 'value' | 'data'>

export type SignedEvmTransaction = {
  readonly transaction: EvmTransaction
  readonly hash: string
  readonly sender: string
}

/** A transfer of wei. */
export function coinTransfer(
  envelope: EvmEnvelope,
  { to, amount }: { readonly to: string; readonly amount: bigint },
): EvmTransaction {
  return { ...envelope, to: toChecksum(to), value: amountOf(amount), data: '0x' }
}

/** A transfer of a token's smallest units. */
export function tokenTransfer(
  envelope: EvmEnvelope,
  {
    contract,
    to,
    amount,
  }: { readonly contract: string; readonly to: string; readonly amount: bigint },
): EvmTransaction {
  return {
    ...envelope,
    to: toChecksum(contract),
    value: 0n,
    data: transferData(to, amount),
  }
}

/** Uses up a nonce and moves nothing (FLT-30). */
export function selfSend(envelope: EvmEnvelope, address: string): EvmTransaction {
  return { ...envelope, to: toChecksum(address), value: 0n, data: '0x' }
}

/** Call data that transfers `amount` of a token to an address. */
export function transferData(to: string, amount: bigint): string {
  const receiver = addressKey(toChecksum(to))
    .slice(2)
    .padStart(wordBytes * 2, '0')
  const units = amountOf(amount)
    .toString(16)
    .padStart(wordBytes * 2, '0')
  return `${transferSelector}${receiver}${units}`
}

/** Receiver and amount of the call data of a token transfer; null for other data. */
export function readTransferData(
  data: string,
): { readonly to: string; readonly amount: bigint } | null {
  const match = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/.exec(data.toLowerCase())
  const [, to, amount] = match ?? []
  if (to === undefined || amount === undefined) return null
  return { to: toChecksum(`0x${to}`), amount: BigInt(`0x${amount}`) }
}

/** The bytes whose hash is signed. */
export function unsignedBytes(transaction: EvmTransaction): Uint8Array {
  return withType(toRlp(fieldsOfTransaction(transaction)))
}

/** The hash that a signer signs: Keccak-256 of the unsigned bytes. */
export function signingHash(transaction: EvmTransaction): Uint8Array {
  return keccak_256(unsignedBytes(transaction))
}

/** Whether a text has the form of a transaction hash: 0x and 64 digits (DEC-114). */
export function isTransactionHash(text: string): boolean {
  return /^0x[0-9a-f]{64}$/i.test(text)
}

/** The network's hash of signed bytes. */
export function transactionHash(rawTransaction: string): string {
  return toHex(keccak_256(bytesOf(rawTransaction)))
}

/**
 * Decodes signed EIP-1559 bytes, with the sender that the signature proves.
 *
 * @returns null for other types, access lists, a non-canonical encoding, or a signature that a third party
 * could have changed (EIP-2)
 */
export function readSigned(rawTransaction: string): SignedEvmTransaction | null {
  const bytes = bytesOrNull(rawTransaction)
  if (bytes === null || bytes[0] !== typeByte) return null
  const value = readRlp(bytes.subarray(1))
  if (value === null || value instanceof Uint8Array || value.length !== 12) return null
  const transaction = transactionOf(value)
  const sender = transaction === null ? null : senderOf(transaction, value.slice(9))
  if (transaction === null || sender === null) return null
  return { transaction, hash: toHex(keccak_256(bytes)), sender }
}

/** Whether two transactions are equal in each field. */
export function isSameTransaction(a: EvmTransaction, b: EvmTransaction): boolean {
  return toHex(unsignedBytes(a)) === toHex(unsignedBytes(b))
}

function amountOf(amount: bigint): bigint {
  if (amount < 0n || amount > amountMax) throw new RangeError('amount out of bounds')
  return amount
}

function fieldsOfTransaction(transaction: EvmTransaction): readonly RlpValue[] {
  const { chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gasLimit, to, value, data } =
    transaction
  return [
    numberBytes(BigInt(chainId)),
    numberBytes(BigInt(nonce)),
    numberBytes(maxPriorityFeePerGas),
    numberBytes(maxFeePerGas),
    numberBytes(gasLimit),
    bytesOf(to),
    numberBytes(value),
    bytesOf(data),
    [],
  ]
}

function transactionOf(value: readonly RlpValue[]): EvmTransaction | null {
  const [chainId, nonce, tip, fee, gas, to, amount, data, accessList] = value
  const numbers = [chainId, nonce, tip, fee, gas, amount].map(numberIn)
  const [chain, place, tipPerGas, feePerGas, gasLimit, units] = numbers
  if (chain == null || place == null || tipPerGas == null) return null
  if (feePerGas == null || gasLimit == null || units == null) return null
  if (!(to instanceof Uint8Array) || to.length !== 20 || !(data instanceof Uint8Array)) return null
  if (!Array.isArray(accessList) || accessList.length > 0) return null
  const safeMax = BigInt(Number.MAX_SAFE_INTEGER)
  if (chain > safeMax || place > safeMax) return null
  return {
    chainId: Number(chain),
    nonce: Number(place),
    maxPriorityFeePerGas: tipPerGas,
    maxFeePerGas: feePerGas,
    gasLimit,
    to: toChecksum(toHex(to)),
    value: units,
    data: toHex(data),
  }
}

function senderOf(transaction: EvmTransaction, tail: readonly RlpValue[]): string | null {
  const [parity, r, s] = tail.map(numberIn)
  if (parity == null || r == null || s == null) return null
  if (parity > 1n || r === 0n || s === 0n || s > halfOrder) return null
  try {
    const signature = new secp256k1.Signature(r, s, Number(parity))
    return addressOfPublicKey(signature.recoverPublicKey(signingHash(transaction)).toBytes(false))
  } catch {
    // No point of the curve matches, so that the signature is invalid.
    return null
  }
}

function numberIn(value: RlpValue | undefined): bigint | null {
  return value instanceof Uint8Array ? numberOfBytes(value) : null
}

function withType(body: Uint8Array): Uint8Array {
  return Uint8Array.from([typeByte, ...body])
}

function bytesOrNull(hex: string): Uint8Array | null {
  try {
    return bytesOf(hex)
  } catch (error) {
    if (error instanceof UnreadableError) return null
    throw error
  }
}
