/** Transactions: their bytes, their sender, and the detection of any change to signed bytes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { toChecksum } from './addresses.ts'
import { addressAt, rawOf, type Signature, signedBy } from './testing/keys.ts'
import {
  coinTransfer,
  type EvmTransaction,
  isSameTransaction,
  isTransactionHash,
  readSigned,
  readTransferData,
  selfSend,
  tokenTransfer,
  transactionHash,
} from './transactions.ts'

const envelope = {
  chainId: 42_161,
  nonce: 7,
  maxPriorityFeePerGas: 1_000_000_000n,
  maxFeePerGas: 30_000_000_000n,
  gasLimit: 65_000n,
}
const receiver = addressAt(5)
const contract = toChecksum(`0x${'c0ffee'.padStart(40, '1')}`)
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

test('FLT-31: signed bytes are decoded completely, with the hash and the sender that they prove', () => {
  for (const transaction of [
    coinTransfer(envelope, { to: receiver, amount: 10n ** 18n }),
    tokenTransfer(envelope, { contract, to: receiver, amount: 2n ** 256n - 1n }),
    selfSend({ ...envelope, nonce: 0, chainId: 1 }, addressAt(0)),
  ]) {
    const raw = signedBy(0, transaction)
    const read = readSigned(raw)
    assert.deepEqual(read?.transaction, transaction)
    assert.equal(read?.sender, addressAt(0))
    assert.equal(read?.hash, transactionHash(raw))
    assert.equal(signedBy(0, transaction), raw)
  }
})

test('SRV-80: a token transfer is one call of its contract, and is decoded from it', () => {
  const { data, to, value } = tokenTransfer(envelope, { contract, to: receiver, amount: 12_345n })
  assert.deepEqual([to, value], [contract, 0n])
  assert.equal(
    data,
    `0xa9059cbb${receiver.slice(2).toLowerCase().padStart(64, '0')}${'3039'.padStart(64, '0')}`,
  )
  assert.deepEqual(readTransferData(data), { to: receiver, amount: 12_345n })
  for (const other of ['0x', data.slice(0, -2), `${data}00`, `0x23b872dd${data.slice(10)}`]) {
    assert.equal(readTransferData(other), null)
  }
  const dirty = `${data.slice(0, 10)}1${data.slice(11)}`
  assert.equal(readTransferData(dirty), null)
})

test('SRV-80: amounts out of bounds and malformed addresses build nothing', () => {
  for (const amount of [-1n, 2n ** 256n]) {
    assert.throws(() => coinTransfer(envelope, { to: receiver, amount }), RangeError)
    assert.throws(() => tokenTransfer(envelope, { contract, to: receiver, amount }), RangeError)
  }
  assert.throws(() => coinTransfer(envelope, { to: '0x12', amount: 1n }), RangeError)
})

test('ATT-97: changing any byte of signed bytes changes the transaction or its sender', () => {
  const transaction = tokenTransfer(envelope, { contract, to: receiver, amount: 5_000_000n })
  const raw = signedBy(0, transaction)
  const bytes = Buffer.from(raw.slice(2), 'hex')
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ change
      const read = readSigned(`0x${changed.toString('hex')}`)
      if (read === null) return
      const isSame = isSameTransaction(read.transaction, transaction)
      assert.ok(!isSame || read.sender !== addressAt(0))
    }),
    { numRuns: 400 },
  )
})

test('ATT-97: the other signature of the same hash, truncated bytes and other types are refused', () => {
  const transaction = coinTransfer(envelope, { to: receiver, amount: 1n })
  const raw = signedBy(0, transaction)
  const { parity, r, s } = signatureOf(raw)
  assert.equal(rawOf(transaction, { parity, r, s }), raw)
  assert.equal(readSigned(rawOf(transaction, { parity: 1n - parity, r, s: order - s })), null)
  assert.equal(readSigned(rawOf(transaction, { parity: 2n, r, s })), null)
  assert.equal(readSigned(rawOf(transaction, { parity, r: 0n, s })), null)
  for (const other of [raw.slice(0, -2), `${raw}00`, `0x01${raw.slice(4)}`, '0x', '0x02', 'zz']) {
    assert.equal(readSigned(other), null)
  }
})

test('DEC-114: a hash is 0x and 64 digits, nothing else', () => {
  const hash = transactionHash(signedBy(0, selfSend(envelope, receiver)))
  assert.ok(isTransactionHash(hash) && isTransactionHash(`0x${hash.slice(2).toUpperCase()}`))
  for (const text of ['', hash.slice(2), `${hash}0`, hash.slice(0, -1), `${hash} `, `${hash}\n`]) {
    assert.ok(!isTransactionHash(text))
  }
})

test('ATT-95: only the same fields are the same transaction', () => {
  const one = coinTransfer(envelope, { to: receiver, amount: 1n })
  const others: readonly Partial<EvmTransaction>[] = [
    { chainId: 1 },
    { nonce: 8 },
    { maxPriorityFeePerGas: 0n },
    { maxFeePerGas: 1n },
    { gasLimit: 21_000n },
    { to: contract },
    { value: 2n },
    { data: '0x00' },
  ]
  assert.ok(isSameTransaction(one, { ...one, to: one.to.toLowerCase() }))
  for (const other of others) assert.ok(!isSameTransaction(one, { ...one, ...other }))
})

/** Both signature words have 32 bytes in nearly every signature; the tests' key gives such ones. */
function signatureOf(raw: string): Signature {
  const s = BigInt(`0x${raw.slice(-64)}`)
  const r = BigInt(`0x${raw.slice(-130, -66)}`)
  const parity = raw.slice(-134, -132) === '01' ? 1n : 0n
  assert.ok(s < secp256k1.Point.Fn.ORDER)
  return { parity, r, s }
}
