/**
 * The keys derived from the seed. Bitcoin: BIP84, native segwit, `m/84'/c'/0'`; EVM: BIP44, `m/44'/60'/0'`,
 * one for all EVM chains. Branch 0 has the addresses of users, which the server derives from the extended
 * public keys; branch 1 is the house's: hot wallet (index 0) and change.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { p2wpkh } from '@scure/btc-signer'
import { type BitcoinNetwork, bitcoinNetworks } from '../chain/bitcoin-networks.ts'
import { addressOfPublicKey } from '../chain/evm-address.ts'
import { isRecord, isWhole, hasOnly } from '../shape.ts'

/** A key of a family: its branch, users (0) or house (1), and its index. */
export type KeyAt = { readonly branch: 0 | 1; readonly index: number }

export const peopleBranch = 0
export const houseBranch = 1
/** Where payouts leave from, on every chain of a family. */
export const hotWallet = { branch: houseBranch, index: 0 } as const satisfies KeyAt
/** A higher index would mean hardened derivation. */
export const indexMax = 2 ** 31 - 1
const cachedKeysMax = 10_000

export type Family = 'bitcoin' | 'evm'

export type KeyTree = {
  /** What the server needs to derive addresses: a path and its extended public key. */
  extended(family: Family): { readonly path: string; readonly key: string }
  /** The address of a key, in its usual format. */
  address(family: Family, at: KeyAt): string
  /** 32 bytes that never leave the process. */
  secret(family: Family, at: KeyAt): Uint8Array
  /** The compressed public key, 33 bytes. */
  publicKey(family: Family, at: KeyAt): Uint8Array
}

/** Derives the tree; the seed may be wiped afterwards. */
export function growKeys(seed: Uint8Array, network: BitcoinNetwork): KeyTree {
  const coin = network === 'mainnet' ? 0 : 1
  const paths = { bitcoin: `m/84'/${coin}'/0'`, evm: `m/44'/60'/0'` }
  const accountOf = (master: HDKey, at: string): HDKey => {
    const account = master.derive(at)
    master.wipePrivateData()
    return account
  }
  const accounts = {
    bitcoin: accountOf(HDKey.fromMasterSeed(seed, bitcoinNetworks[network].keys), paths.bitcoin),
    evm: accountOf(HDKey.fromMasterSeed(seed), paths.evm),
  }
  const branches = {
    bitcoin: [
      accounts.bitcoin.deriveChild(peopleBranch),
      accounts.bitcoin.deriveChild(houseBranch),
    ],
    evm: [accounts.evm.deriveChild(peopleBranch), accounts.evm.deriveChild(houseBranch)],
  }
  const kept = new Map<string, HDKey>()
  const keyAt = (family: Family, { branch, index }: KeyAt): HDKey => {
    const name = `${family}/${branch}/${index}`
    const known = kept.get(name)
    if (known !== undefined) return known
    const key = branches[family][branch]?.deriveChild(index)
    if (key === undefined) throw new Error(`there is no branch ${branch}`)
    if (kept.size >= cachedKeysMax) kept.clear()
    kept.set(name, key)
    return key
  }
  const secret = (family: Family, at: KeyAt): Uint8Array => {
    const { privateKey } = keyAt(family, at)
    if (privateKey === null) throw new Error('the key has no secret')
    return privateKey
  }
  const publicKey = (family: Family, at: KeyAt): Uint8Array => {
    const key = keyAt(family, at).publicKey
    if (key === null) throw new Error('the key has no public key')
    return key
  }
  return {
    extended: (family) => ({ path: paths[family], key: accounts[family].publicExtendedKey }),
    address(family, at) {
      if (family === 'evm') {
        return addressOfPublicKey(secp256k1.getPublicKey(secret('evm', at), false))
      }
      const { address } = p2wpkh(publicKey('bitcoin', at), bitcoinNetworks[network])
      if (address === undefined) throw new Error('the key has no address')
      return address
    },
    secret,
    publicKey,
  }
}

/** Parses a key's position in a tree; null for anything else. */
export function parseKeyAt(value: unknown): KeyAt | null {
  if (!isRecord(value) || !hasOnly(value, ['branch', 'index'])) return null
  const { branch, index } = value
  if ((branch !== peopleBranch && branch !== houseBranch) || !isWhole(index, indexMax)) return null
  return { branch, index }
}
