/**
 * Bitcoin addresses: ours, derived from an extended public key (BIP 84: native segwit), and those that users
 * enter as destinations. No private key ever comes here (SRV-63).
 */
import { HDKey } from '@scure/bip32'
import { Address, OutScript, p2wpkh } from '@scure/btc-signer'
import { type BitcoinNetwork, bitcoinNetworks } from './networks.ts'
import { addressOfScript, dustLimitOf, kindOfScript, type ScriptKind } from './scripts.ts'

/** A key of the account: branch 0 is for users, branch 1 for the operator. */
export type KeyAt = { readonly branch: 0 | 1; readonly index: number }

export type OwnAddress = {
  readonly address: string
  readonly script: Uint8Array
}

export type BitcoinAccount = {
  readonly network: BitcoinNetwork
  /** The address of a key. Throws `RangeError` where no such key exists. */
  at(key: KeyAt): OwnAddress
}

/** Derivation of higher indexes needs the private key. */
export const keyIndexMax = 2 ** 31 - 1
/** Derivation of a key takes milliseconds, so that addresses are cached. */
const addressesKeptMax = 10_000
const addressLengthMax = 90
const networks: readonly BitcoinNetwork[] = ['mainnet', 'testnet', 'regtest']

/**
 * Opens the account of an extended public key, `m/84'/c'/0'` in the notation of BIP 84: xpub or zpub on the
 * main network, tpub or vpub elsewhere. Throws `Error` for a key of another network, and for a private key.
 */
export function openAccount(extendedKey: string, network: BitcoinNetwork): BitcoinAccount {
  const account = readExtendedKey(extendedKey, network)
  const branches = [account.deriveChild(0), account.deriveChild(1)] as const
  const grow = ({ branch, index }: KeyAt): OwnAddress => {
    const { publicKey } = branches[branch].deriveChild(index)
    if (publicKey === null) throw new Error('the extended key has no public key')
    const { address, script } = p2wpkh(publicKey, bitcoinNetworks[network])
    if (address === undefined) throw new Error('the key has no address')
    return { address, script }
  }
  const kept = new Map<string, OwnAddress>()
  return {
    network,
    at(key) {
      const { branch, index } = key
      if (!Number.isSafeInteger(index) || index < 0 || index > keyIndexMax) {
        throw new RangeError(`no key with index ${index}`)
      }
      const name = `${branch}/${index}`
      const known = kept.get(name)
      if (known !== undefined) return known
      const own = grow(key)
      if (kept.size >= addressesKeptMax) kept.clear()
      kept.set(name, own)
      return own
    },
  }
}

function readExtendedKey(text: string, network: BitcoinNetwork): HDKey {
  for (const versions of bitcoinNetworks[network].extendedKeys) {
    const key = keyOf(text, versions)
    if (key === null) continue
    if (key.privateKey !== null) {
      key.wipePrivateData()
      throw new Error('extended private key instead of a public key')
    }
    return key
  }
  throw new Error(`not an extended public key of network "${network}"`)
}

function keyOf(text: string, versions: { public: number; private: number }): HDKey | null {
  try {
    return HDKey.fromExtendedKey(text, versions)
  } catch {
    return null
  }
}

/**
 * Result of checking a destination (ATT-86, SRV-77). `format`: not an address, or mixed case. `checksum`:
 * mistyped. `network`: an address of another bitcoin network. `unsupported`: a kind that nobody can spend
 * yet.
 */
export type CheckedAddress =
  | {
      readonly status: 'valid'
      /** Canonical form for storage and comparison: bech32 in lower case. */
      readonly address: string
      readonly kind: ScriptKind
      readonly script: Uint8Array
      /** Minimum satoshi that can be sent to this address. */
      readonly dustLimit: bigint
    }
  | {
      readonly status: 'invalid'
      readonly reason: 'format' | 'checksum' | 'network' | 'unsupported'
    }

/** Checks an address that a user entered. */
export function checkAddress(text: string, network: BitcoinNetwork): CheckedAddress {
  if (text.length > addressLengthMax || !/^[0-9A-Za-z]+$/.test(text)) return invalid('format')
  const isWitness = /^(?:bc|tb|bcrt)1/i.test(text)
  const small = text.toLowerCase()
  // A QR code may use upper case. BIP 173 forbids mixed case.
  if (isWitness && text !== small && text !== text.toUpperCase()) return invalid('format')
  const address = isWitness ? small : text
  const script = scriptOfAddress(address, network)
  const kind = script === null ? null : kindOfScript(script)
  if (script !== null && kind !== null) {
    return { status: 'valid', address, kind, script, dustLimit: dustLimitOf(script) }
  }
  const isElsewhere = networks.some((other) => scriptOfAddress(address, other) !== null)
  if (isElsewhere && script === null) return invalid('network')
  if (script !== null || isLaterVersion(address)) return invalid('unsupported')
  const isBase58 = /^[1-9A-HJ-NP-Za-km-z]{26,35}$/.test(text)
  return invalid(isWitness || isBase58 ? 'checksum' : 'format')
}

/**
 * Whether a witness address has a version above 1, or version 1 without being taproot. The first character
 * after the prefix and the length show it.
 */
function isLaterVersion(address: string): boolean {
  return /^(?:bc|tb|bcrt)1(?:[02-9ac-hj-nr-z]|p(?!.{58}$))/.test(address)
}

function scriptOfAddress(address: string, network: BitcoinNetwork): Uint8Array | null {
  try {
    const script = OutScript.encode(Address(bitcoinNetworks[network]).decode(address))
    // The library accepts other spellings of an address. Only the canonical one is valid here.
    return addressOfScript(script, network) === address ? script : null
  } catch {
    return null
  }
}

function invalid(reason: 'format' | 'checksum' | 'network' | 'unsupported'): CheckedAddress {
  return { status: 'invalid', reason }
}
