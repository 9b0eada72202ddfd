import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkAddress, openAccount } from './addresses.ts'
import { madeAccount } from './testing/made.ts'

/** The mnemonic of BIP 84's own example: "abandon" eleven times, then "about". */
const bip84 = {
  account:
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  first: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  second: 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
  change: 'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
} as const

test('SRV-63: addresses of an extended public key are those of BIP 84', () => {
  const account = openAccount(bip84.account, 'mainnet')
  assert.equal(account.at({ branch: 0, index: 0 }).address, bip84.first)
  assert.equal(account.at({ branch: 0, index: 1 }).address, bip84.second)
  assert.equal(account.at({ branch: 1, index: 0 }).address, bip84.change)
})

test('SRV-63: a private key is refused, and so is one of another network or a mistyped one', () => {
  const made = madeAccount('regtest')
  assert.throws(() => openAccount(made.extendedPrivateKey, 'regtest'), /private key/)
  assert.throws(() => openAccount(made.extendedPublicKey, 'mainnet'), /not an extended public key/)
  assert.throws(() => openAccount(bip84.account, 'regtest'), /not an extended public key/)
  const mistyped = bip84.account.replace('rFR7', 'rFR8')
  assert.throws(() => openAccount(mistyped, 'mainnet'), /not an extended public key/)
})

test('SRV-63: there is no key below 0, above the maximum, or between two', () => {
  const { account } = madeAccount('regtest')
  for (const index of [-1, 2 ** 31, 0.5, Number.NaN]) {
    assert.throws(() => account.at({ branch: 0, index }), RangeError)
  }
  assert.match(account.at({ branch: 0, index: 2 ** 31 - 1 }).address, /^bcrt1q/)
})

/** One address of each kind, from BIP 173, BIP 350 and the wiki's list of address prefixes. */
const valid = [
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'mainnet', 'p2pkh', 546n],
  ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'mainnet', 'p2sh', 540n],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'mainnet', 'p2wpkh', 294n],
  ['bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', 'mainnet', 'p2wsh', 330n],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'mainnet', 'p2tr', 330n],
  ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'testnet', 'p2wpkh', 294n],
  ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'regtest', 'p2pkh', 546n],
] as const

for (const [address, network, kind, dustLimit] of valid) {
  test(`ATT-86 SRV-77: an address of kind ${kind} of ${network} is valid, with its dust limit`, () => {
    const checked = checkAddress(address, network)
    assert.ok(checked.status === 'valid')
    assert.deepEqual([checked.address, checked.kind, checked.dustLimit], [address, kind, dustLimit])
  })
}

test('ATT-86: upper case is the same address; mixed case is invalid', () => {
  const small = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const checked = checkAddress(small.toUpperCase(), 'mainnet')
  assert.ok(checked.status === 'valid')
  assert.equal(checked.address, small)
  const mixed = small.replace('w508', 'W508')
  assert.deepEqual(checkAddress(mixed, 'mainnet'), { status: 'invalid', reason: 'format' })
})

const invalid = [
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'checksum', 'a wrong last character'],
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'checksum', 'a wrong last character of an old one'],
  ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'network', 'one of the test network'],
  ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'network', 'an old one of the test network'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'checksum', 'version 0 with the later checksum'],
  ['bc1sw50qgdz25j', 'unsupported', 'a version that has no meaning yet'],
  ['bc1pfeessrawgf', 'unsupported', 'an anchor'],
  ['0x52908400098527886E0F7030069857D2E4169EE7', 'format', 'one of Ethereum'],
  ['', 'format', 'nothing'],
  [' bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'format', 'a space before it'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4\u200b', 'format', 'an invisible character'],
  ['1'.repeat(10_000), 'format', 'far too much'],
] as const

for (const [address, reason, what] of invalid) {
  test(`ATT-86: ${what} is refused for its ${reason}`, () => {
    assert.deepEqual(checkAddress(address, 'mainnet'), { status: 'invalid', reason })
  })
}

test('ATT-86: any single mistyped character of our address is detected', () => {
  const { account } = madeAccount('regtest')
  const { address } = account.at({ branch: 0, index: 3 })
  assert.equal(checkAddress(address, 'regtest').status, 'valid')
  for (let at = 0; at < address.length; at += 1) {
    for (const character of 'qpzry9x8gf2tvdw0s3jn54khce6mua7l1b') {
      const typed = `${address.slice(0, at)}${character}${address.slice(at + 1)}`
      if (typed === address) continue
      assert.equal(checkAddress(typed, 'regtest').status, 'invalid', typed)
    }
  }
})
