/** Addresses: derivation, checksums, and checks of entered addresses. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEvmAccount, readAddress, toChecksum } from './addresses.ts'
import { extendedPrivateKey, extendedPublicKey } from './testing/keys.ts'

/** Known addresses of the test mnemonic, from m/44'/60'/0'/0/0 on. */
const known = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
]

/** EIP-55's own examples. */
const checksums = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

test('SRV-63: an extended public key gives the known addresses by index', () => {
  const account = openEvmAccount(extendedPublicKey)
  const addressAt = (index: number) => account.at({ branch: 0, index })
  assert.deepEqual(
    known.map((_, index) => addressAt(index)),
    known,
  )
  const thousand = new Set(Array.from({ length: 1_000 }, (_, index) => addressAt(index)))
  assert.equal(thousand.size, 1_000)
  assert.ok(!thousand.has(account.at({ branch: 1, index: 0 })))
})

test('SRV-63: a private key, other text and an index out of bounds are refused', () => {
  assert.throws(() => openEvmAccount(extendedPrivateKey), RangeError)
  assert.throws(() => openEvmAccount('xpub'), RangeError)
  assert.throws(() => openEvmAccount(`${extendedPublicKey.slice(0, -1)}1`), RangeError)
  const account = openEvmAccount(extendedPublicKey)
  const addressAt = (index: number) => account.at({ branch: 0, index })
  for (const index of [-1, 0.5, 2 ** 31, Number.NaN]) {
    assert.throws(() => addressAt(index), RangeError)
  }
  assert.match(addressAt(2 ** 31 - 1), /^0x/)
})

test('SRV-76 ATT-86: an address is accepted with its checksum or with none, never with a wrong one', () => {
  for (const address of checksums) {
    assert.deepEqual(readAddress(address), { status: 'done', address, hasChecksum: true })
    const lower = address.toLowerCase()
    assert.deepEqual(readAddress(lower), { status: 'done', address, hasChecksum: false })
    const upper = `0x${lower.slice(2).toUpperCase()}`
    assert.deepEqual(readAddress(upper), { status: 'done', address, hasChecksum: false })
    assert.equal(toChecksum(upper), address)
    const at = address.search(/[a-f]/)
    const wrong = `${address.slice(0, at)}${address.charAt(at).toUpperCase()}${address.slice(at + 1)}`
    assert.deepEqual(readAddress(wrong), { status: 'refused', reason: 'checksum' })
  }
})

test('ATT-86: invalid addresses, and those where money is lost, are refused', () => {
  const [address = ''] = checksums
  for (const text of ['', '0x', address.slice(2), `${address}0`, ` ${address}`, `${address}\n`]) {
    assert.deepEqual(readAddress(text), { status: 'refused', reason: 'form' })
  }
  for (const text of ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', '0Xg', 'vitalik.eth']) {
    assert.deepEqual(readAddress(text), { status: 'refused', reason: 'form' })
  }
  const reserved = { status: 'refused', reason: 'reserved' }
  for (const last of ['0', '1', 'a', 'dead']) {
    assert.deepEqual(readAddress(`0x${last.padStart(40, '0')}`), reserved)
  }
})
