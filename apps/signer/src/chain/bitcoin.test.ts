import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { growKeys } from '../keys/tree.ts'
import type { BitcoinSpend } from '../request.ts'
import { bitcoinApproval, bitcoinSpend, inputOf } from '../testing/requests.ts'
import { planBitcoin } from './bitcoin.ts'
import { bitcoinNetworks } from './bitcoin-networks.ts'

const tree = growKeys(Buffer.alloc(32, 7), 'regtest')

function planned(spend: BitcoinSpend, change: Partial<typeof bitcoinApproval> = {}) {
  return planBitcoin({ ...bitcoinApproval, ...change }, spend, { tree, network: 'regtest' })
}

test('BTCW SRV-80: a payout pays the approved amount, returns the change, and signs each input by BIP143', () => {
  const inputs = [inputOf(1, 12_000_000n), inputOf(2, 8_000_000n), inputOf(3, 30_000_000n)]
  const plan = planned({ ...bitcoinSpend, inputs })
  assert.ok(!('refused' in plan))
  assert.equal(plan.fee, 1_000n)
  const { txid, raw } = plan.finish()
  const transaction = Transaction.fromRaw(Buffer.from(raw, 'hex'))
  assert.equal(transaction.id, txid)
  assert.equal(transaction.inputsLength, 3)
  assert.equal(transaction.outputsLength, 2)
  assert.equal(
    transaction.getOutputAddress(0, bitcoinNetworks.regtest),
    bitcoinApproval.destination,
  )
  assert.equal(transaction.getOutput(0).amount, bitcoinApproval.amount)
  const back = tree.address('bitcoin', { branch: 1, index: 1 })
  assert.equal(transaction.getOutputAddress(1, bitcoinNetworks.regtest), back)
  assert.equal(transaction.getOutput(1).amount, 29_999_000n)
  inputs.forEach(({ key, amount, txid: from }, at) => {
    const { txid: hash, index, sequence, finalScriptWitness } = transaction.getInput(at)
    assert.equal(Buffer.from(hash ?? []).toString('hex'), from)
    assert.equal(index, 0)
    assert.ok((sequence ?? 0xffff_ffff) < 0xffff_fffe, 'it may be replaced')
    const [signature = new Uint8Array(), publicKey = new Uint8Array()] = finalScriptWitness ?? []
    assert.deepEqual(Buffer.from(publicKey), Buffer.from(tree.publicKey('bitcoin', key)))
    assert.equal(signature.at(-1), 1, 'all of it is signed')
    const digest = hashOf(transaction, at, { amount, publicKey })
    const options = { prehash: false, format: 'der' } as const
    assert.ok(secp256k1.verify(signature.subarray(0, -1), digest, publicKey, options))
  })
})

test('FLT-31: the same payout is signed to the same bytes', () => {
  const [one, other] = [planned(bitcoinSpend), planned(bitcoinSpend)]
  assert.ok(!('refused' in one) && !('refused' in other))
  assert.deepEqual(one.finish(), other.finish())
})

test('SRV-77: payouts go to every usual kind of address of this network, and to no other text', () => {
  const right = [
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
    'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry',
  ]
  for (const destination of right) {
    assert.ok(!('refused' in planned(bitcoinSpend, { destination })), destination)
  }
  const wrong = [
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    bitcoinApproval.destination.slice(0, -1),
    `${bitcoinApproval.destination.slice(0, -1)}q`,
    'withdrawal',
  ]
  for (const destination of wrong) {
    assert.deepEqual(
      planned(bitcoinSpend, { destination }),
      { refused: 'address.invalid' },
      destination,
    )
  }
})

/** The hash that BIP143 signs for an input, computed from its specification. */
function hashOf(
  transaction: Transaction,
  at: number,
  { amount, publicKey }: { readonly amount: bigint; readonly publicKey: Uint8Array },
): Uint8Array {
  const twice = (...parts: readonly Uint8Array[]) => sha256(sha256(Buffer.concat(parts)))
  const number = (value: number | undefined) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value ?? 0)
    return bytes
  }
  const satoshi = (value: bigint | undefined) => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(value ?? 0n)
    return bytes
  }
  const inputs = Array.from({ length: transaction.inputsLength }, (_, i) => transaction.getInput(i))
  const outputs = Array.from({ length: transaction.outputsLength }, (_, i) =>
    transaction.getOutput(i),
  )
  const outpoints = inputs.map(({ txid, index }) =>
    Buffer.concat([Buffer.from(txid ?? []).reverse(), number(index)]),
  )
  const paid = outputs.map(({ amount: value, script = new Uint8Array() }) =>
    Buffer.concat([satoshi(value), Buffer.of(script.length), script]),
  )
  const program = Buffer.from(p2wpkh(publicKey, bitcoinNetworks.regtest).script).subarray(2)
  const code = Buffer.concat([Buffer.from('1976a914', 'hex'), program, Buffer.from('88ac', 'hex')])
  return twice(
    number(2),
    twice(...outpoints),
    twice(...inputs.map(({ sequence }) => number(sequence))),
    outpoints[at] ?? Buffer.alloc(0),
    code,
    satoshi(amount),
    number(inputs[at]?.sequence),
    twice(...paid),
    number(0),
    number(1),
  )
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
