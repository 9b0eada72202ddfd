import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HDKey } from '@scure/bip32'
import { p2wpkh } from '@scure/btc-signer'
import { bitcoinNetworks } from '../chain/bitcoin-networks.ts'
import { growKeys, parseKeyAt } from './tree.ts'

/** The seed of the words "abandon … about", whose addresses BIP84 and many wallets publish. */
const seed = Buffer.from(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1' +
    '9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  'hex',
)

test('SRV-63: keys are derived by BIP84 and BIP44, users on branch 0 and the house on branch 1', () => {
  const tree = growKeys(seed, 'mainnet')
  const bitcoinAt = (branch: 0 | 1, index: number) => tree.address('bitcoin', { branch, index })
  assert.equal(bitcoinAt(0, 0), 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
  assert.equal(bitcoinAt(0, 1), 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g')
  assert.equal(bitcoinAt(1, 0), 'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el')
  const first = tree.address('evm', { branch: 0, index: 0 })
  assert.equal(first, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
  assert.notEqual(tree.address('evm', { branch: 1, index: 0 }), first)
})

test('SRV-63: the extended public keys derive the same addresses and have no private key', () => {
  for (const [network, prefix, path] of [
    ['mainnet', 'xpub', "m/84'/0'/0'"],
    ['regtest', 'tpub', "m/84'/1'/0'"],
  ] as const) {
    const tree = growKeys(seed, network)
    const given = tree.extended('bitcoin')
    assert.equal(given.path, path)
    assert.ok(given.key.startsWith(prefix))
    const account = HDKey.fromExtendedKey(given.key, bitcoinNetworks[network].keys)
    assert.equal(account.privateKey, null)
    const { publicKey } = account.deriveChild(0).deriveChild(5)
    assert.ok(publicKey)
    const { address } = p2wpkh(publicKey, bitcoinNetworks[network])
    assert.equal(address, tree.address('bitcoin', { branch: 0, index: 5 }))
  }
  const evm = growKeys(seed, 'regtest').extended('evm')
  assert.equal(evm.path, "m/44'/60'/0'")
  assert.equal(HDKey.fromExtendedKey(evm.key).privateKey, null)
})

test('ATT-97: a key position is one of two branches and an unhardened index', () => {
  assert.deepEqual(parseKeyAt({ branch: 1, index: 3 }), { branch: 1, index: 3 })
  const wrong = [
    null,
    {},
    { branch: 2, index: 0 },
    { branch: 0, index: -1 },
    { branch: 0, index: 2 ** 31 },
    { branch: 0, index: 0.5 },
    { branch: 0, index: '0' },
    { branch: 0, index: 0, path: 'm' },
  ]
  for (const value of wrong) assert.equal(parseKeyAt(value), null, JSON.stringify(value))
})
