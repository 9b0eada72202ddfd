import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Address, OutScript, Transaction } from '@scure/btc-signer'
import fc from 'fast-check'
import { decodeBlock, decodeBlockInTurns, decodeTransaction, UndecodableError } from './decode.ts'
import { bitcoinNetworks } from './networks.ts'
import { addressOfScript } from './scripts.ts'
import {
  blockHex,
  blockIdOf,
  coinbaseHex,
  madeAccount,
  type MadeTransaction,
  transactionHex,
} from './testing/made.ts'

/** The genesis block. */
const firstBlock =
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e' +
  '67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c01010000000100000000000000000000' +
  '00000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d657320303' +
  '32f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f75' +
  '7420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828' +
  'e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac0000' +
  '0000'

/** The signed example of BIP 143: one legacy input and one native segwit input. */
const mixedTransaction =
  '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000049483045' +
  '0221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99' +
  'f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b30' +
  '9fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a' +
  '783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac00024730' +
  '4402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c451833156140' +
  '6f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad2' +
  '53f62fc70f07aeee635711000000'

test('SRV-64: the genesis block is decoded to its known values', () => {
  const block = decodeBlock(firstBlock, 'mainnet')
  assert.equal(block.blockId, bitcoinNetworks.mainnet.firstBlockId)
  assert.equal(block.previousBlockId, '0'.repeat(64))
  assert.equal(new Date(block.timeMs).toISOString(), '2009-01-03T18:15:05.000Z')
  assert.deepEqual(block.transactions, [
    {
      txid: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
      isCoinbase: true,
      inputs: [],
      // A payment to a bare public key, which has no address.
      outputs: [{ address: null, amount: 5_000_000_000n }],
      weight: 4 * 204,
      isReplaceable: false,
    },
  ])
})

test('SRV-64: a transaction with and without witnesses is decoded as the library does it', () => {
  const read = decodeTransaction(mixedTransaction, 'mainnet')
  const library = Transaction.fromRaw(Buffer.from(mixedTransaction, 'hex'))
  assert.equal(read.txid, library.id)
  assert.equal(read.weight, library.weight)
  assert.equal(read.isReplaceable, true)
  assert.deepEqual(
    read.inputs.map(({ index, sequence }) => [index, sequence]),
    [
      [0, 0xffff_ffee],
      [1, 0xffff_ffff],
    ],
  )
  assert.deepEqual(
    read.outputs.map(({ amount }) => amount),
    [112_340_000n, 223_450_000n],
  )
})

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const known = fc.oneof(
  bytes(20).map((hash) => OutScript.encode({ type: 'wpkh', hash })),
  bytes(32).map((hash) => OutScript.encode({ type: 'wsh', hash })),
  bytes(20).map((hash) => OutScript.encode({ type: 'pkh', hash })),
  bytes(20).map((hash) => OutScript.encode({ type: 'sh', hash })),
)
const outputs = fc.record({
  script: fc.oneof(known, fc.uint8Array({ maxLength: 300 })),
  amount: fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n }),
})
const transactions: fc.Arbitrary<MadeTransaction> = fc.record({
  inputs: fc.array(
    fc
      .tuple(bytes(32), fc.nat(5_000))
      .map(([id, index]) => ({ txid: Buffer.from(id).toString('hex'), index })),
    { minLength: 1, maxLength: 300, size: '+1' },
  ),
  outputs: fc.array(outputs, { minLength: 1, maxLength: 300, size: '+1' }),
  hasWitness: fc.boolean(),
  sequence: fc.constantFrom(0, 0xffff_fffd, 0xffff_fffe, 0xffff_ffff),
})

test('ATT-79: any transaction is decoded as the library does it: each output, its amount, its address', () => {
  fc.assert(
    fc.property(transactions, (made) => {
      const hex = transactionHex(made)
      const read = decodeTransaction(hex, 'regtest')
      const library = Transaction.fromRaw(Buffer.from(hex, 'hex'), {
        allowUnknownOutputs: true,
        disableScriptCheck: true,
      })
      assert.equal(read.txid, library.id)
      assert.equal(read.weight, library.weight)
      assert.deepEqual(
        read.inputs.map(({ txid, index }) => ({ txid, index })),
        made.inputs,
      )
      assert.deepEqual(
        read.outputs,
        made.outputs.map(({ amount, script }) => ({ amount, address: libraryAddress(script) })),
      )
      assert.equal(read.isReplaceable, (made.sequence ?? 0) < 0xffff_fffe)
    }),
    { numRuns: 300 },
  )
})

function libraryAddress(script: Uint8Array): string | null {
  try {
    const known = OutScript.decode(script)
    const isBare = !['wpkh', 'wsh', 'pkh', 'sh', 'tr'].includes(known.type)
    return isBare ? null : Address(bitcoinNetworks.regtest).encode(known)
  } catch {
    return null
  }
}

test('ATT-79: bytes that are truncated, longer or changed are no transaction, or another one', () => {
  const { txid } = decodeTransaction(mixedTransaction, 'mainnet')
  for (let at = 0; at < mixedTransaction.length; at += 1) {
    const cut = mixedTransaction.slice(0, at)
    assert.throws(() => decodeTransaction(cut, 'mainnet'), UndecodableError)
  }
  assert.throws(() => decodeTransaction(`${mixedTransaction}00`, 'mainnet'), UndecodableError)
  assert.throws(
    () => decodeTransaction(`${mixedTransaction.slice(2)}zz`, 'mainnet'),
    UndecodableError,
  )
  const bytes = Buffer.from(mixedTransaction, 'hex')
  const bareEnd = mixedTransaction.indexOf('000247304402') / 2
  for (let at = 6; at < bareEnd; at += 1) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.notEqual(idOrNull(changed), txid, `byte ${at}`)
  }
})

function idOrNull(changed: Buffer): string | null {
  try {
    return decodeTransaction(changed.toString('hex'), 'mainnet').txid
  } catch (error) {
    assert.ok(error instanceof UndecodableError, String(error))
    return null
  }
}

test('ATT-79: arbitrary bytes give a transaction or an UndecodableError', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (some) => {
      idOrNull(Buffer.from(some))
      const like = Buffer.concat([Buffer.from(mixedTransaction, 'hex').subarray(0, 7), some])
      idOrNull(like)
    }),
    { numRuns: 3_000 },
  )
})

test('ATT-79: an amount above the total supply is rejected', () => {
  const inputs = [{ txid: '11'.repeat(32), index: 0 }]
  const over = [{ script: Buffer.from('6a', 'hex'), amount: 2_100_000_000_000_001n }]
  const hex = transactionHex({ inputs, outputs: over })
  assert.throws(() => decodeTransaction(hex, 'regtest'), UndecodableError)
})

const { account } = madeAccount('regtest')
const ours = account.at({ branch: 0, index: 0 })
const reward = coinbaseHex([
  { script: ours.script, amount: 5_000_000_000n },
  { script: Buffer.from('6a24aa21a9ed', 'hex'), amount: 0n },
])
const payment = (seed: number): string =>
  transactionHex({
    inputs: [{ txid: seed.toString(16).padStart(64, '0'), index: seed }],
    outputs: [
      { script: ours.script, amount: 1_000n },
      { script: ours.script, amount: 2_000n },
    ],
  })

test('ATT-79: each output to us in a block counts, two to one address count twice, a coinbase is marked', () => {
  const hex = blockHex('22'.repeat(32), [reward, payment(1), payment(2)])
  const block = decodeBlock(hex, 'regtest')
  assert.equal(block.blockId, blockIdOf(hex))
  assert.equal(block.previousBlockId, '22'.repeat(32))
  const found = block.transactions.flatMap(({ isCoinbase, outputs }) =>
    outputs.flatMap(({ address, amount }, index) =>
      address === ours.address ? [[isCoinbase, index, amount]] : [],
    ),
  )
  assert.deepEqual(found, [
    [true, 0, 5_000_000_000n],
    [false, 0, 1_000n],
    [false, 1, 2_000n],
    [false, 0, 1_000n],
    [false, 1, 2_000n],
  ])
})

test('ATT-79 ATT-80: a block whose transactions do not match its header is rejected', () => {
  const good = blockHex('22'.repeat(32), [reward, payment(1)])
  const header = good.slice(0, 160)
  const forged = header + blockHex('22'.repeat(32), [reward, payment(2)]).slice(160)
  const doubled = header + blockHex('22'.repeat(32), [reward, payment(1), payment(1)]).slice(160)
  for (const bad of [forged, doubled, good.slice(0, -2), `${good}00`]) {
    assert.throws(() => decodeBlock(bad, 'regtest'), UndecodableError)
  }
})

test('ATT-79: a block with a repeated transaction does not pass for a block with one (CVE-2012-2459)', () => {
  const odd = [reward, payment(1), payment(2)]
  const even = [...odd, payment(2)]
  const header = blockHex('22'.repeat(32), odd).slice(0, 160)
  const body = blockHex('22'.repeat(32), even).slice(160)
  assert.throws(() => decodeBlock(header + body, 'regtest'), /duplicate transaction/)
})

test('ATT-79: a coinbase is the first transaction, and the only one', () => {
  for (const wrong of [[payment(1), reward], [payment(1)], [reward, reward]]) {
    assert.throws(() => decodeBlock(blockHex('22'.repeat(32), wrong), 'regtest'), UndecodableError)
  }
})

test('LOAD-11: a block of 3,000 transactions is decoded within 5 seconds, without blocking the event loop', async () => {
  const many = Array.from({ length: 3_000 }, (_, seed) =>
    transactionHex({
      inputs: [{ txid: seed.toString(16).padStart(64, '0'), index: 0 }],
      outputs: Array.from({ length: 3 }, (_, at) => ({
        script: OutScript.encode({ type: at === 0 ? 'pkh' : 'wpkh', hash: hashOf(seed * 3 + at) }),
        amount: BigInt(seed),
      })),
    }),
  )
  const hex = blockHex('22'.repeat(32), [reward, ...many])
  // Processor time, so that other programs do not count.
  const from = process.cpuUsage()
  const block = decodeBlock(hex, 'regtest')
  const tookMs = process.cpuUsage(from).user / 1_000
  assert.equal(block.transactions.length, 3_001)
  assert.ok(tookMs < 5_000, `${tookMs} ms`)
  let turns = 0
  const ticking = setInterval(() => {
    turns += 1
  })
  assert.deepEqual(await decodeBlockInTurns(hex, 'regtest'), block)
  clearInterval(ticking)
  assert.ok(turns > 5, `${turns}`)
})

function hashOf(seed: number): Uint8Array {
  const hash = Buffer.alloc(20)
  hash.writeUInt32LE(seed)
  return hash
}

test('ATT-79: scripts that only look like witness programs have no address', () => {
  const hash = Buffer.alloc(20, 9)
  const pushedLong = Buffer.concat([Buffer.from([0, 0x4c, 20]), hash])
  const longer = Buffer.concat([Buffer.from([0, 20]), hash, Buffer.from([0])])
  for (const script of [pushedLong, longer, Buffer.from('6a', 'hex'), Buffer.alloc(0)]) {
    assert.equal(addressOfScript(script, 'regtest'), null)
  }
})
