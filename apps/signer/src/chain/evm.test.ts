import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Approval } from '../approval.ts'
import type { KeyTree } from '../keys/tree.ts'
import type { EvmSpend } from '../request.ts'
import {
  coinApproval,
  evmSpend,
  settings,
  strangerEvm,
  tokenApproval,
  usdt,
} from '../testing/requests.ts'
import { readRlp } from '../testing/read-rlp.ts'
import { addressOfPublicKey, isAddress, parseAddress } from './evm-address.ts'
import { planEvm } from './evm.ts'
import { rlp } from './rlp.ts'

/** The key of the example in EIP-155. */
const secret = Buffer.alloc(32, 0x46)
const sender = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F'
const tree: KeyTree = {
  extended: () => ({ path: 'm', key: '' }),
  address: (_, { branch, index }) =>
    branch === 1 && index === 0 ? sender : `0x${String(branch)}${String(index).padStart(39, '1')}`,
  secret: () => secret,
  publicKey: () => secp256k1.getPublicKey(secret),
}

function signed(approval: Approval, spend: EvmSpend, chainId = 1) {
  const plan = planEvm(approval, spend, { tree, chainId, assets: settings.assets })
  assert.ok(!('refused' in plan), 'refused' in plan ? plan.refused : '')
  return plan.finish()
}

test('SRV-80: an old transaction is signed byte for byte as in the example of EIP-155', () => {
  const destination = '0x3535353535353535353535353535353535353535'
  const { raw } = signed(
    { ...coinApproval, destination, amount: 10n ** 18n },
    {
      ...evmSpend,
      nonce: 9,
      gasLimit: 21_000n,
      gasPrice: { kind: 'legacy', max: 20_000_000_000n },
    },
  )
  assert.equal(
    raw,
    '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a0' +
      '28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a0' +
      '67cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
  )
})

test('SRV-80: an EIP-1559 transfer has the approved values, its chain id and a valid sender', () => {
  for (const [approval, to, value, data] of [
    [coinApproval, strangerEvm, 10n ** 18n, ''],
    [
      tokenApproval,
      usdt,
      0n,
      `a9059cbb${strangerEvm.slice(2).toLowerCase().padStart(64, '0')}` +
        (250_000_000).toString(16).padStart(64, '0'),
    ],
  ] as const) {
    const { txid, raw } = signed(approval, evmSpend, 42_161)
    const bytes = Buffer.from(raw.slice(2), 'hex')
    assert.equal(bytes[0], 2)
    const [chain, nonce, tip, fee, gas, ...rest] = readRlp(bytes.subarray(1))
    const [target, amount, call, accessList, parity, r, s] = rest
    assert.deepEqual([chain, nonce, tip, fee, gas, amount].map(numberOf), [
      42_161n,
      7n,
      1_000_000_000n,
      20_000_000_000n,
      100_000n,
      value,
    ])
    assert.equal(hexOf(target), to.slice(2).toLowerCase())
    assert.equal(hexOf(call), data)
    assert.deepEqual(accessList, [])
    const unsigned = Buffer.concat([
      Buffer.of(2),
      rlp([
        ...[chain, nonce, tip, fee, gas, amount].slice(0, 5).map(numberOf),
        bytesOf(target),
        value,
        bytesOf(call),
        [],
      ]),
    ])
    const signature = new secp256k1.Signature(numberOf(r), numberOf(s), Number(numberOf(parity)))
    const key = signature.recoverPublicKey(keccak_256(unsigned)).toBytes(false)
    assert.equal(addressOfPublicKey(key), sender)
    assert.ok(!signature.hasHighS())
    assert.equal(txid, `0x${Buffer.from(keccak_256(bytes)).toString('hex')}`)
    assert.equal(signed(approval, evmSpend, 42_161).raw, raw)
  }
})

test('ATT-86: an address needs its right checksum, and the zero address is refused', () => {
  const right = [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ]
  for (const address of right) {
    assert.ok(isAddress(address))
    assert.ok(!isAddress(address.toLowerCase()))
    assert.ok(!isAddress(address.slice(0, -1)))
    assert.ok(!isAddress(address.slice(2)))
  }
  assert.ok(!isAddress(`0x${'0'.repeat(40)}`))
  assert.ok(!isAddress(null))
  const [first = ''] = right
  assert.equal(parseAddress(first.toLowerCase()), first)
  assert.equal(parseAddress(first), first)
  assert.equal(parseAddress(first.replace('a', 'A')), null)
  assert.equal(parseAddress(`0x${'0'.repeat(40)}`), null)
})

test('SRV-80: lengths and numbers are encoded as EVM chains require', () => {
  const hex = (item: Parameters<typeof rlp>[0]) => rlp(item).toString('hex')
  assert.equal(hex(Buffer.from('dog')), '83646f67')
  assert.equal(hex([Buffer.from('cat'), Buffer.from('dog')]), 'c88363617483646f67')
  assert.equal(hex(0n), '80')
  assert.equal(hex(15n), '0f')
  assert.equal(hex(128n), '8180')
  assert.equal(hex(1_024n), '820400')
  assert.equal(hex([]), 'c0')
  assert.equal(hex([[], [[]], [[], [[]]]]), 'c7c0c1c0c3c0c1c0')
  assert.equal(hex(Buffer.alloc(55, 1)).slice(0, 2), 'b7')
  assert.equal(hex(Buffer.alloc(56, 1)).slice(0, 4), 'b838')
  assert.equal(hex(Buffer.alloc(1_024, 1)).slice(0, 6), 'b90400')
  assert.throws(() => rlp(-1n))
})

function bytesOf(item: unknown): Uint8Array {
  assert.ok(item instanceof Uint8Array)
  return item
}

function hexOf(item: unknown): string {
  return Buffer.from(bytesOf(item)).toString('hex')
}

function numberOf(item: unknown): bigint {
  const hex = hexOf(item)
  return hex === '' ? 0n : BigInt(`0x${hex}`)
}
